import { rawContentId } from '@ken/address';
import { deliveryRun, type Judged, judgeClaims, type Reads, readsOf } from '@ken/session';
import { openMemoryStore } from '@ken/store';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Claim } from '../../src/reads/claims.ts';
import type { Candidate } from '../../src/reads/revision.ts';
import { Session } from '../claude.ts';
import { must, sealAll, sealed } from '../running.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const idOf = (text: string) => rawContentId(bytesOf(text));

const readsIn = async (session: Session, candidates: readonly Candidate[] = []): Promise<Reads> => {
  const { store, head } = await sealed(session.text());
  return readsOf(must(await deliveryRun(store, head)).run, candidates);
};

const text = Array.from({ length: 10 }, (_, at) => `line ${at + 1} of some rules`)
  .join('\n')
  .concat('\n');
const path = '/project/rules.md';

const only = ({ reads }: Reads) => {
  const [read, another] = reads;
  if (read === undefined || another !== undefined) throw new Error(`${reads.length} reads`);
  return read;
};

describe('what was delivered', () => {
  test('a whole read is the revision that its text hashes to', async () => {
    const read = only(await readsIn(new Session().prompt('Read.').read(path, text).reply('Done.')));
    expect(read).toMatchObject({ path, revision: idOf(text), exact: true, whole: true, total: 11, lines: [[1, 11]] });
    expect(read.deliveries[0]).toMatchObject({ record: 2, left: null, used: true });
  });

  test('a part is tied to no revision by itself, and to one by a text that a record holds', async () => {
    const part = new Session().prompt('Read.').read(path, text, { from: 3, to: 5 }).reply('Done.');
    expect(only(await readsIn(part))).toMatchObject({ revision: null, whole: false, lines: [[3, 5]], total: 11 });
    const tied = new Session().prompt('Read.').read(path, text, { from: 3, to: 5 }).edit(path, text).reply('Done.');
    expect(only(await readsIn(tied))).toMatchObject({ revision: idOf(text), whole: false, lines: [[3, 5]] });
    expect(only(await readsIn(part, [{ path, bytes: bytesOf(text) }]))).toMatchObject({ revision: idOf(text) });
  });

  test('several parts add up to the whole of one revision; of two they do not', async () => {
    const parts = (second: string) =>
      new Session()
        .prompt('Read.')
        .read(path, text, { from: 1, to: 6 })
        .read(path, second, { from: 6, to: 11 })
        .edit(path, text)
        .reply('Done.');
    expect(only(await readsIn(parts(text)))).toMatchObject({ whole: true, lines: [[1, 11]] });
    const { reads } = await readsIn(parts(text.replace('line 8', 'LINE 8')));
    expect(reads.map(({ whole, lines }) => [whole, lines])).toEqual([
      [false, [[1, 6]]],
      [false, [[6, 11]]],
    ]);
  });

  test('an edit and a text that was written are no delivery', async () => {
    const { reads } = await readsIn(new Session().prompt('Edit.').edit(path, text).reply('Done.'));
    expect(reads).toEqual([]);
  });

  test.each([
    ['does not render to what was shown', { shown: `     1→${text}` }],
    ['failed', { error: true }],
  ])('a read that %s is none; control: above', async (_, how) => {
    const { reads } = await readsIn(new Session().prompt('Read.').read(path, text, how).reply('Done.'));
    expect(reads).toEqual([]);
  });

  test('a lone surrogate is no replacement character; control: a replacement character is one', async () => {
    const whole = (mark: string): string => `${'a line of some rules '.repeat(4)}${mark}`;
    const found = async (mark: string) => {
      const session = new Session().prompt('Read.').read(path, whole(mark)).reply('Done.');
      return (await readsIn(session, [{ path, bytes: bytesOf(whole('\ufffd')) }])).reads.map(
        ({ revision }) => revision,
      );
    };
    expect(await found('\ufffd')).toEqual([idOf(whole('\ufffd'))]);
    expect(await found('\ud800')).toEqual([]);
  });

  test('what another tool showed is told, and tied to nothing', async () => {
    const session = new Session()
      .prompt('Look.')
      .call('Bash', { command: 'cat rules.md' })
      .result('some text')
      .reply('Done.');
    const { reads, unexplained } = await readsIn(session);
    expect(reads).toEqual([]);
    expect(unexplained).toMatchObject([{ tool: 'Bash', length: 9, odd: false }]);
  });

  test('of a text with carriage returns or a byte-order mark the text is delivered, and not the bytes', async () => {
    const session = new Session().prompt('Read.').read(path, text).reply('Done.');
    for (const bytes of [bytesOf(text.replaceAll('\n', '\r\n')), bytesOf(`\ufeff${text}`)]) {
      const { reads } = await readsIn(session, [{ path, bytes }]);
      expect(reads.find(({ revision }) => revision === rawContentId(bytes))).toMatchObject({
        exact: false,
        whole: true,
      });
      expect(reads.find(({ revision }) => revision === idOf(text))).toMatchObject({ exact: true, whole: true });
    }
  });

  test('a short text counts where the call named the file, and nowhere else', async () => {
    const session = new Session().prompt('Read.').read(path, 'short').reply('Done.');
    expect(only(await readsIn(session, [{ path, bytes: bytesOf('short') }])).whole).toBe(true);
    const elsewhere = await readsIn(session, [{ path: '/other', bytes: bytesOf('short'), anywhere: true }]);
    expect(elsewhere.reads.map((read) => read.path)).toEqual([path]);
    const long = 'x'.repeat(64);
    const found = await readsIn(new Session().prompt('Read.').read(path, long).reply('Done.'), [
      { path: '/other', bytes: bytesOf(long), anywhere: true },
    ]);
    expect(found.reads.map((read) => read.path).sort()).toEqual(['/other', path]);
  });

  test('what left the context says when and why, and whether it could be used before', async () => {
    const used = new Session().prompt('Read.').read(path, text).reply('Done.').compact('auto', 'Rules were read.');
    expect(only(await readsIn(used))).toMatchObject({
      whole: true,
      deliveries: [{ left: { record: 4, cause: 'compaction' }, used: true }],
    });
    const unused = new Session().prompt('Read.').read(path, text).compact('auto', 'Rules were read.').reply('Done.');
    expect(only(await readsIn(unused))).toMatchObject({ whole: false, lines: [], deliveries: [{ used: false }] });
  });

  test('what a sub-agent read is not read by the session, and the other way round', async () => {
    const store = openMemoryStore();
    const session = new Session().prompt('Go.').read(path, text).reply('Done.');
    const first = session.aside('agent-1', session.tip, 'user', 'Look into it.');
    session.aside('agent-1', first, 'assistant', 'I have read the rules.');
    const runs = await sealAll(store, session.text());
    const found = await Promise.all(
      runs.map(async ({ head }) => readsOf(must(await deliveryRun(store, head)).run, []).reads.length),
    );
    expect(found).toEqual([1, 0]);
  });
});

const judged = (claims: readonly Claim[], reads: Reads): string[] =>
  judgeClaims(claims, reads).map(({ state }: Judged) => state);
const claim = (changes: Partial<Claim> = {}): Claim => ({ path, revision: null, lines: null, ...changes });

describe('claims', () => {
  test('each against what was delivered', async () => {
    const other = text.replace('line 8', 'LINE 8');
    const session = new Session()
      .prompt('Read.')
      .read(path, text)
      .read('/project/part.md', text, { from: 2, to: 4 })
      .edit('/project/part.md', text)
      .reply('Done.');
    const reads = await readsIn(session);
    expect(
      judged(
        [
          claim(),
          claim({ revision: idOf(text) }),
          claim({ path: '/project/./docs/../rules.md', lines: [2, 11] }),
          claim({ revision: idOf(other) }),
          claim({ lines: [2, 12] }),
          claim({ path: '/project/part.md' }),
          claim({ path: '/project/part.md', lines: [2, 4] }),
          claim({ path: '/project/part.md', lines: [2, 5] }),
          claim({ path: '/elsewhere/rules.md' }),
          claim({ path: 'rules.md' }),
        ],
        reads,
      ),
    ).toEqual([
      'delivered',
      'delivered',
      'delivered',
      'another-revision',
      'part',
      'part',
      'delivered',
      'part',
      'unseen',
      'unseen',
    ]);
  });

  const names = ['/p/a.md', '/p/b.md', '/p/c.md'];
  const body = (file: number, version: number): string =>
    Array.from({ length: 4 + file }, (_, at) => `file ${file} version ${version} line ${at + 1}`).join('\n');
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('read' as const),
      file: fc.nat(2),
      from: fc.nat(3),
      count: fc.integer({ min: 1, max: 8 }),
    }),
    fc.record({ kind: fc.constant('change' as const), file: fc.nat(2) }),
    fc.record({ kind: fc.constant('reply' as const) }),
    fc.record({ kind: fc.constant('compact' as const) }),
    fc.record({ kind: fc.constant('aside' as const) }),
    fc.record({
      kind: fc.constant('impostor' as const),
      file: fc.nat(2),
      how: fc.constantFrom('Bash', 'Write', 'mcp__files__read', 'failed', 'elsewhere', 'spoken', 'nothing'),
    }),
  );

  test('no false claim passes and no true one fails, in generated sessions of known truth', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
        const session = new Session().prompt('Begin.');
        const version = [0, 0, 0];
        /** Lines that were shown and used, by file and version. */
        const truth = new Map<string, Set<number>>();
        let waiting: { readonly key: string; readonly lines: readonly number[] }[] = [];
        const use = (): void => {
          for (const { key, lines } of waiting) truth.set(key, new Set([...(truth.get(key) ?? []), ...lines]));
          waiting = [];
        };
        for (const one of steps) {
          if (one.kind === 'change') {
            const now = version[one.file] ?? 0;
            // The record of an edit is how parts are tied to the text before it.
            use();
            session.edit(names[one.file] ?? '', body(one.file, now));
            version[one.file] = now + 1;
          } else if (one.kind === 'read') {
            const now = version[one.file] ?? 0;
            const whole = body(one.file, now);
            const total = whole.split('\n').length;
            const from = Math.min(one.from + 1, total);
            const to = Math.min(from + one.count - 1, total);
            // The call is the model's: what was shown before it was in its context.
            use();
            session.read(names[one.file] ?? '', whole, { from, to });
            waiting.push({
              key: `${one.file}/${now}`,
              lines: Array.from({ length: to - from + 1 }, (_, at) => from + at),
            });
          } else if (one.kind === 'reply') {
            use();
            session.reply('I have read everything.');
          } else if (one.kind === 'impostor') {
            // The call is the model's, whatever its result is.
            use();
            const [name, whole] = [names[one.file] ?? '', body(one.file, version[one.file] ?? 0)];
            if (one.how === 'failed') session.read(name, whole, { error: true });
            else if (one.how === 'elsewhere') session.read(name, whole, { asked: '/p/elsewhere.md' });
            else if (one.how === 'spoken') session.read(name, whole, { by: 'assistant' });
            else if (one.how === 'nothing') session.read(name, whole, { shown: ' ' });
            else session.read(name, whole, { tool: one.how });
          } else if (one.kind === 'aside') session.aside('agent-1', session.tip, 'assistant', 'I have read it too.');
          else {
            waiting = [];
            session.compact('auto', 'Everything was read.');
          }
        }
        use();
        const candidates = names.map((name, file) => ({ path: name, bytes: bytesOf(body(file, version[file] ?? 0)) }));
        const reads = await readsIn(session, candidates);
        for (const [file, name] of names.entries()) {
          for (let at = 0; at <= (version[file] ?? 0) + 1; at += 1) {
            const whole = body(file, at);
            const total = whole.split('\n').length;
            const shown = truth.get(`${file}/${at}`) ?? new Set();
            for (const lines of [null, [1, total], [2, 3], [total, total]] as const) {
              const wanted = Array.from({ length: total }, (_, line) => line + 1).filter(
                (line) => lines === null || (lines[0] <= line && line <= lines[1]),
              );
              const isTrue = wanted.every((line) => shown.has(line));
              const [state] = judged([{ path: name, revision: idOf(whole), lines }], reads);
              expect(state === 'delivered', `${name} version ${at} lines ${lines}: ${state}`).toBe(isTrue);
            }
          }
        }
      }),
      { seed: 8, numRuns: 300 },
    );
  });
});
