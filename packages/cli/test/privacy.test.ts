import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Session } from '../../session/test/claude.ts';
import { type Outcome, scratch, shell } from './ken.ts';
import { Place } from './materials.ts';

const secret = 'canary-4f1d0c7e';

/** Every file and folder under one, with its mode. */
const modesUnder = (folder: string): (readonly [name: string, mode: number])[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => [
    name,
    statSync(join(folder, name)).mode & 0o777,
  ]);

// Many calls of the command, each of which takes its time where others work too.
const patience = 180_000;

describe('what ken makes', () => {
  test(
    'is for its owner only, whatever the umask: stores, locks, exports, bundles and materials',
    () => {
      const cwd = scratch();
      writeFileSync(join(cwd, 'session.jsonl'), new Session().prompt('One.').compact('auto', 'Another.').text());
      const made = shell(
        `umask 000; export KEN_STORE=deep/er/store.db; mkdir out
       head=$(ken seal session.jsonl --json | sed -n 's/.*"head": "\\(.*\\)".*/\\1/p' | head -1)
       ken export $head -o out/e && ken bundle $head -o out/b && ken gc`,
        cwd,
      );
      expect(made.exit, made.err).toBe(0);
      const place = new Place();
      place.deliver('builder', '--output', 'got.md', '--json');
      const modes = [
        ...modesUnder(join(cwd, 'deep')),
        ...modesUnder(join(cwd, 'out')),
        ...modesUnder(place.cwd).filter(([name]) => /store|got/.test(name)),
      ];
      expect(modes.length).toBeGreaterThan(6);
      expect(modes.some(([name]) => name.endsWith('.lock'))).toBe(true);
      expect(modes.filter(([, mode]) => (mode & 0o077) !== 0)).toEqual([]);
    },
    patience,
  );
});

describe('an error', () => {
  /** Calls that fail, each over a file whose text, names and paths hold the secret. */
  const failures = (cwd: string): readonly (readonly string[])[] => {
    const line = (text: object) => `${JSON.stringify(text)}\n`;
    writeFileSync(join(cwd, 'prose'), `a letter about ${secret}`);
    writeFileSync(join(cwd, 'torn.yaml'), `key: "${secret}`);
    writeFileSync(join(cwd, 'twice.json'), `{"${secret}":1,"${secret}":2}`);
    writeFileSync(
      join(cwd, 'goal.json'),
      line({
        goal_id: 'g',
        agent_profile: { agent_id: 'a', required_materials: ['m'] },
        authority_registry: { project_materials: { m: { revision: `/home/${secret}/x`, boundary: 'public' } } },
      }),
    );
    writeFileSync(
      join(cwd, 'good.json'),
      line({
        goal_id: 'g',
        agent_profile: { agent_id: 'a' },
        authority_registry: { project_materials: { m: { revision: 'r', boundary: 'public' } } },
      }),
    );
    writeFileSync(
      join(cwd, 'map.json'),
      line({
        schema_version: 'ken_locations_v0',
        roots: { r: `/${secret}` },
        materials: [{ material: 'm', revision: 'r', root: 'r', path: `../${secret}` }],
      }),
    );
    writeFileSync(
      join(cwd, 'gone.json'),
      line({
        schema_version: 'ken_locations_v0',
        roots: { r: `/${secret}` },
        materials: [
          {
            material: 'm',
            revision: 'r',
            content: 'bafkr4ifuvzwnzpcfezjsqwho2wakgus4mjex375rdknxkz3l4zbmsmxdoy',
            root: 'r',
            path: secret,
          },
        ],
      }),
    );
    writeFileSync(join(cwd, 'claims.json'), line([{ path: 'a', revision: secret }]));
    writeFileSync(
      join(cwd, 'receipts.json'),
      line([{ schema_version: 'material_usage_receipt_v0', receipt_id: secret }]),
    );
    writeFileSync(join(cwd, 'unit.json'), line({ op: secret }));
    mkdirSync(join(cwd, 'folder'));
    const goal = ['--goal', 'good.json', '--agent', 'a'];
    return [
      ['seal', 'prose'],
      ['seal', 'prose', '--format', 'codex'],
      ['frontier', '--goal', 'torn.yaml', '--agent', 'a'],
      ['frontier', '--goal', 'twice.json', '--agent', 'a'],
      ['frontier', '--goal', 'goal.json', '--agent', 'a'],
      ['revisions', '--goal', 'good.json', '--locations', 'map.json'],
      ['deliver', 'm', '--to', 'a', '--goal', 'good.json', '--locations', 'gone.json'],
      ['reads', 'bafyr4iflf7nubka4irxgmva35hado6etfraqfo7xlxm623lfg3gci4gece', '--claims', 'claims.json'],
      ['verify', '--receipt', 'receipts.json'],
      ['verify', '--receipt', 'torn.yaml'],
      ['receipts', ...goal, '--locations', 'map.json'],
      ['verify', '--source', 'prose', 'unit.json'],
      ['verify', 'prose'],
      ['agents', '--status', 'twice.json'],
    ];
  };

  test(
    'repeats nothing of what it was given to read, neither in its sentence nor in its document',
    () => {
      const cwd = scratch();
      writeFileSync(join(cwd, 'session.jsonl'), new Session().prompt(`Keep ${secret} to yourself.`).text());
      const run = (words: readonly string[]): Outcome =>
        shell(`export KEN_STORE=store.db; ken ${words.map((word) => `'${word}'`).join(' ')}`, cwd);
      expect(run(['seal', 'session.jsonl']).exit).toBe(0);
      for (const words of failures(cwd))
        for (const call of [words, [...words, '--json']]) {
          const done = run(call);
          expect(done.exit, `${call.join(' ')}: ${done.out}${done.err}`).toBeGreaterThan(0);
          expect(`${done.out}${done.err}`, call.join(' ')).not.toContain(secret);
        }
      // Control: the secret is in what was sealed, and is shown to whoever asks for it.
      expect(readFileSync(join(cwd, 'store.db')).includes(secret)).toBe(true);
      expect(run(['find', 'Keep']).out).toContain(secret);
    },
    patience,
  );
});

describe('the network', () => {
  const guard = `
    const refuse = (name) => () => { process.stderr.write('NETWORK ' + name); process.exit(99); };
    for (const [module, names] of Object.entries({ net: ['connect', 'createConnection', 'createServer'], dgram: ['createSocket'], dns: ['lookup', 'resolve'], http: ['request', 'get'], https: ['request', 'get'], tls: ['connect'] }))
      for (const name of names) require('node:' + module)[name] = refuse(module + '.' + name);
    globalThis.fetch = refuse('fetch');
    require('node:net').Socket.prototype.connect = refuse('Socket.connect');`;

  test(
    'is not used: every command runs where using it would end the process; control: using it does',
    () => {
      const cwd = scratch();
      writeFileSync(join(cwd, 'guard.cjs'), guard);
      writeFileSync(join(cwd, 'session.jsonl'), new Session().prompt('One.').compact('auto', 'Another.').text());
      const done = shell(
        `export KEN_STORE=store.db NODE_OPTIONS="--require $PWD/guard.cjs"
       "$NODE" -e "fetch('http://127.0.0.1:9')"; [ $? = 99 ] || exit 98
       head=$(ken seal session.jsonl --json | sed -n 's/.*"head": "\\(.*\\)".*/\\1/p' | head -1)
       for call in "verify $head" "log $head" "reads $head" "explain $head" "export $head" "sessions" "find One" "doctor" "gc --dry-run" "seal --latest --dry-run"; do
         ken $call >/dev/null; code=$?; [ $code = 99 ] && exit 99
       done; exit 0`,
        cwd,
      );
      expect(done.exit, done.err).toBe(0);
      expect(done.err.match(/NETWORK/g)).toHaveLength(1);
    },
    patience,
  );
});
