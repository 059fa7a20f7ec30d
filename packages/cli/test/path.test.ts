import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { example, idsIn, ken, scratch } from './ken.ts';

/** Seals the example into a store in a new folder. */
const sealedExample = () => {
  const cwd = scratch();
  const store = ['--store', join(cwd, 'store.db')];
  const sealed = ken(['seal', example, '--json', ...store], { cwd });
  const [session] = JSON.parse(sealed.out).sessions;
  return { cwd, store, sealed, session, unit: session.departures[0].first_unit as string };
};

describe('the whole path', () => {
  test('seal says what was sealed, in the keys that others rely on', () => {
    const { sealed, session } = sealedExample();
    expect(sealed.exit).toBe(0);
    expect(JSON.parse(sealed.out)).toMatchObject({ schema_version: 'ken_seal_v0', command: 'seal' });
    expect(session).toMatchObject({ file: example, format: 'claude-code', packets: 1, findings: [] });
    expect(session.context + session.beside).toBe(session.records);
    expect(session.units).toBeGreaterThan(0);
    expect(session.kept_bytes + session.elided_bytes).toBe(session.context_bytes);
  });

  test('verify re-computes the head', () => {
    const { cwd, store, session } = sealedExample();
    const verified = ken(['verify', session.head, '--json', ...store], { cwd });
    expect(verified.exit).toBe(0);
    expect(JSON.parse(verified.out)).toMatchObject({
      schema_version: 'ken_verify_v0',
      command: 'verify',
      subject: session.head,
      verified: true,
      checked: { units: session.units, packets: 1, events: session.records + session.units },
      roots: { unresolved: 0 },
      failures: [],
    });
  });

  test('export gives the identical file', () => {
    const { cwd, store, session } = sealedExample();
    const exported = ken(['export', session.head, ...store], { cwd });
    expect(exported.exit).toBe(0);
    expect(Buffer.compare(exported.bytes, readFileSync(example))).toBe(0);
  });

  test('fetch gives the bare bytes that were left out, and with --text what they say', () => {
    const { cwd, store, unit } = sealedExample();
    const explained = JSON.parse(ken(['explain', unit, '--json', ...store], { cwd }).out);
    const { start, end } = explained.places[0].span;
    const fetched = ken(['fetch', unit, ...store], { cwd });
    expect(Buffer.compare(fetched.bytes, readFileSync(example).subarray(start, end))).toBe(0);
    expect(fetched.bytes.length).toBe(explained.length);
    const said = JSON.parse(fetched.out);
    if (typeof said === 'string') expect(ken(['fetch', unit, '--text', ...store], { cwd }).out).toBe(`${said}\n`);
  });

  test('a bundle verifies in a folder that holds nothing else', () => {
    const { cwd, store, session } = sealedExample();
    const bundle = ken(['bundle', session.head, ...store], { cwd }).bytes;
    const elsewhere = scratch();
    writeFileSync(join(elsewhere, 'session.car'), bundle);
    const verified = ken(['verify', 'session.car', '--head', session.head, '--json'], { cwd: elsewhere });
    expect(verified.exit).toBe(0);
    expect(JSON.parse(verified.out)).toMatchObject({ subject: session.head, verified: true });
    expect(readdirSync(elsewhere)).toEqual(['session.car']);

    bundle[bundle.length >> 1] = (bundle[bundle.length >> 1] ?? 0) ^ 1;
    writeFileSync(join(elsewhere, 'changed.car'), bundle);
    const refused = ken(['verify', 'changed.car'], { cwd: elsewhere });
    expect(refused.exit).toBe(1);
    const other = session.head.replace(/.(?=.{9}$)/, (digit: string) => (digit === 'a' ? 'b' : 'a'));
    expect(ken(['verify', 'session.car', '--head', other], { cwd: elsewhere }).exit).toBe(1);
  });

  test('a unit is checked against the transcript, or against its record alone, with no store', () => {
    const { cwd, store, unit } = sealedExample();
    const explained = ken(['explain', unit, '--json', ...store], { cwd }).out;
    const document = JSON.parse(explained);
    const elsewhere = scratch();
    writeFileSync(join(elsewhere, 'unit.json'), JSON.stringify(document.unit));
    writeFileSync(join(elsewhere, 'explained.json'), explained);
    const record = readFileSync(example, 'utf8').split('\n')[document.places[0].record] ?? '';
    writeFileSync(join(elsewhere, 'record.json'), record);
    for (const [source, file] of [
      [example, 'unit.json'],
      [example, 'explained.json'],
      ['record.json', 'unit.json'],
    ] as const) {
      const verified = ken(['verify', '--source', source, file, '--json'], { cwd: elsewhere });
      expect(verified.exit).toBe(0);
      expect(JSON.parse(verified.out)).toMatchObject({
        subject: unit,
        verified: true,
        checked: { sources: 1, units: 1 },
      });
    }
    writeFileSync(join(elsewhere, 'other.json'), record.replace('"', ' "'));
    const refused = ken(['verify', '--source', 'other.json', 'unit.json', '--json'], { cwd: elsewhere });
    expect(refused.exit).toBe(1);
    expect(JSON.parse(refused.out).failures[0]).toMatchObject({
      id: unit,
      kind: 'unit',
      code: 'verify/source-mismatch',
      declared: document.unit.source,
    });
    expect(readdirSync(elsewhere).sort()).toEqual(['explained.json', 'other.json', 'record.json', 'unit.json']);
  });

  test('verify names the run, the format and the reader that its verdict is about', () => {
    const { cwd, store, session, unit } = sealedExample();
    ken(['bundle', session.head, ...store, '--output', 'session.car'], { cwd });
    const { run, label, format, reader } = session;
    for (const word of [session.head, 'session.car']) {
      const text = ken(['verify', word, ...store], { cwd }).out;
      expect(JSON.parse(ken(['verify', word, '--json', ...store], { cwd }).out).claims).toEqual({
        run,
        label,
        format,
        reader,
      });
      for (const claim of [run, label, format, reader]) expect(text).toContain(claim);
    }
    expect(JSON.parse(ken(['verify', unit, '--json', ...store], { cwd }).out)).not.toHaveProperty('claims');
  });

  test('explain tells of each unit of a packet its record, producer, size and first words', () => {
    const { cwd, store, session } = sealedExample();
    const [{ packet, units, bytes, said }] = session.departures;
    const { rows } = JSON.parse(ken(['explain', packet, '--json', ...store], { cwd }).out);
    expect(rows).toHaveLength(units);
    expect(rows.reduce((sum: number, row: { bytes: number }) => sum + row.bytes, 0)).toBe(bytes);
    const text = ken(['explain', packet, ...store], { cwd }).out;
    for (const { unit, record, preview } of said) {
      expect(rows).toContainEqual(expect.objectContaining({ unit, record, producer: 'operator', preview }));
      expect(text).toMatch(new RegExp(`record ${record} +operator .*${unit}\n +${preview.slice(0, 20)}`));
    }
  });

  test('parents keeps genesis, a named parent and what is no node apart', () => {
    const { cwd, store, session, unit } = sealedExample();
    const genesis = ken(['parents', session.head, '--json', ...store], { cwd });
    expect(JSON.parse(genesis.out)).toMatchObject({ subject: session.head, outcome: 'genesis', parents: [] });
    const { event } = JSON.parse(ken(['explain', unit, '--json', ...store], { cwd }).out).places[0];
    const named = JSON.parse(ken(['parents', event, '--json', ...store], { cwd }).out);
    expect(named).toMatchObject({ outcome: 'parents', kind: 'event' });
    expect(named.parents.length).toBeGreaterThan(0);
    expect(ken(['parents', unit, ...store], { cwd }).exit).toBe(2);
  });

  test('log and sessions tell of the sealed session', () => {
    const { cwd, store, session } = sealedExample();
    const log = JSON.parse(ken(['log', '--json', ...store], { cwd }).out);
    expect(log).toMatchObject({
      command: 'log',
      head: session.head,
      records: session.records,
      departures: session.departures,
    });
    const { sessions } = JSON.parse(ken(['sessions', '--json', ...store], { cwd }).out);
    expect(sessions).toMatchObject([{ head: session.head, records: session.records, units: session.units }]);
  });

  test('the text shown and the document hold the same ids', () => {
    const { cwd, store, session, unit } = sealedExample();
    const { places } = JSON.parse(ken(['explain', unit, '--json', ...store], { cwd }).out);
    const calls = [
      ['seal', example],
      ['verify', session.head],
      ['verify', unit],
      ['explain', unit],
      ['explain', places[0].event],
      ['explain', places[0].packet],
      ['explain', session.head],
      ['parents', places[0].event],
      ['log', session.head],
      ['sessions'],
    ];
    for (const call of calls) {
      const text = ken([...call, ...store], { cwd });
      const json = ken([...call, '--json', ...store], { cwd });
      expect(text.exit).toBe(0);
      expect(idsIn(text.out), call.join(' ')).toEqual(idsIn(json.out));
      expect(idsIn(json.out).length).toBeGreaterThan(0);
    }
  });

  test('an id may be any beginning of twelve characters or more that only one id has', () => {
    const { cwd, store, session } = sealedExample();
    const short = JSON.parse(ken(['verify', session.head.slice(0, 20), '--json', ...store], { cwd }).out);
    expect(short.subject).toBe(session.head);
  });

  test('the store is one file for its owner only, and can be read where nothing can be written', () => {
    const { cwd, session } = sealedExample();
    expect(readdirSync(cwd)).toEqual(['store.db']);
    expect(statSync(join(cwd, 'store.db')).mode & 0o777).toBe(0o600);
    const before = readFileSync(join(cwd, 'store.db'));
    expect(ken(['verify', session.head, '--store', 'store.db'], { cwd }).exit).toBe(0);
    expect(Buffer.compare(readFileSync(join(cwd, 'store.db')), before)).toBe(0);
    expect(readdirSync(cwd)).toEqual(['store.db']);
  });

  test('the store is that of the option, else of KEN_STORE, else of the nearest .ken, else of the data folder', () => {
    const cwd = scratch();
    ken(['seal', example], { cwd });
    expect(existsSync(join(cwd, '.local', 'share', 'ken', 'store.db'))).toBe(true);
    ken(['seal', example], { cwd, env: { KEN_STORE: join(cwd, 'named.db') } });
    expect(existsSync(join(cwd, 'named.db'))).toBe(true);
    ken(['seal', example, '--store', 'option.db'], { cwd, env: { KEN_STORE: join(cwd, 'not.db') } });
    expect(existsSync(join(cwd, 'option.db'))).toBe(true);
    expect(existsSync(join(cwd, 'not.db'))).toBe(false);
  });
});
