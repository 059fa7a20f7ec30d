import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rawContentId } from '@ken/address';
import { type LocatedResult, readLocated, readLocations } from '@ken/session';
import { describe, expect, onTestFinished, test } from 'vitest';

const bytes = new TextEncoder().encode('the rules\n');
const content = rawContentId(bytes);

const map = (changes: object = {}, material: object = {}): unknown => ({
  schema_version: 'ken_locations_v0',
  roots: { repo: 'repo' },
  materials: [{ material: 'rules', revision: 'r1', content, root: 'repo', path: 'docs/rules.md', ...material }],
  ...changes,
});

const faultOf = (given: unknown): string | undefined => {
  const read = readLocations(given);
  return read.ok ? undefined : `${read.refusal.code} ${read.refusal.path}`;
};

describe('a map of locations', () => {
  test('is read; control of the refusals below', () => {
    expect(faultOf(map())).toBeUndefined();
  });

  test('a revision that is the id of bytes needs no other, and allows none', () => {
    const read = readLocations(map({}, { revision: content, content: null }));
    expect(read.ok && read.value.materials[0]?.content).toBe(content);
    const other = rawContentId(new Uint8Array([1]));
    expect(faultOf(map({}, { revision: content, content: other }))).toBe('locations/shape materials[0].content');
  });

  test.each([
    ['..', '../rules.md'],
    ['.. inside', 'docs/../../rules.md'],
    ['.', './rules.md'],
    ['an absolute path', '/etc/passwd'],
    ['a drive', 'C:/rules.md'],
    ['a backslash', 'docs\\rules.md'],
    ['an empty part', 'docs//rules.md'],
    ['a NUL', 'rules\0.md'],
    ['nothing', ''],
  ])('refuses %s in a path', (_, path) => {
    expect(faultOf(map({}, { path }))).toBe('locations/shape materials[0].path');
  });

  test.each([
    ['another schema', map({ schema_version: 'ken_locations_v1' }), 'schema_version'],
    ['a root that is not named', map({}, { root: 'other' }), 'materials[0].root'],
    ['a root of the prototype', map({}, { root: 'constructor' }), 'materials[0].root'],
    ['an id of another kind', map({}, { content: content.replace('bafkr4i', 'bafyr4i') }), 'materials[0].content'],
    ['a key that is not known', map({}, { gate: 'open' }), 'materials[0]'],
    ['a key that is not known, of the whole', map({ gate: 'open' }), 'undefined'],
    ['a NUL in a root', map({ roots: { repo: 'repo\0/secret' } }), 'roots.*'],
    ['a lone surrogate in a root', map({ roots: { repo: '\ud800' } }), 'roots.*'],
    ['a revision that is a path', map({}, { revision: '/home/someone/plan-v1.md' }), 'materials[0].revision'],
    ['a material that is a path', map({}, { material: '/home/someone/plan.md' }), 'materials[0].material'],
    ['a blank root', map({ roots: { repo: ' ' } }), 'roots.*'],
    [
      'a revision twice',
      map({ materials: [1, 2].map(() => ({ material: 'm', revision: 'r', root: 'repo', path: 'a' })) }),
      'materials[1]',
    ],
    ['what is no list', map({ materials: {} }), 'materials'],
    ['a number for the whole', 7, 'undefined'],
  ])('refuses %s', (_, given, path) => {
    expect(faultOf(given)).toBe(`locations/shape ${path}`);
  });

  test('says nothing of what stands there', () => {
    const secret = '/home/someone/secret.md';
    for (const given of [
      map({}, { path: secret }),
      map({}, { [secret]: 'rules' }),
      map({ [secret]: 'rules' }),
      map({ roots: { [secret]: 7 } }),
      map({ roots: { repo: `${secret}\0` } }),
      map({ roots: { [secret]: '' } }),
    ]) {
      const read = readLocations(given);
      expect([read.ok, JSON.stringify(read)]).toEqual([false, expect.not.stringContaining('someone')]);
    }
  });
});

/** A root with the file of the map in it, and what reads it. */
const place = (path = 'docs/rules.md') => {
  const base = mkdtempSync(join(tmpdir(), 'ken-locations-'));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  mkdirSync(join(base, 'repo/docs'), { recursive: true });
  writeFileSync(join(base, 'repo/docs/rules.md'), bytes);
  writeFileSync(join(base, 'outside.md'), bytes);
  const read = async (): Promise<LocatedResult> => {
    const locations = readLocations(map({}, { path }));
    const location = locations.ok ? locations.value.materials[0] : undefined;
    if (!locations.ok || location === undefined) throw new Error('the map was refused');
    return readLocated(locations.value, location, base);
  };
  return { base, at: (name: string) => join(base, 'repo', name), read };
};

const fault = (result: LocatedResult): string => (result.ok ? 'none' : result.fault);

describe('the bytes of a location', () => {
  test('are read and hashed', async () => {
    expect(await place().read()).toEqual({ ok: true, value: { bytes, content } });
  });

  test('a link inside the root is followed; one out of it is refused', async () => {
    const { base, at, read } = place('link.md');
    symlinkSync('docs/rules.md', at('link.md'));
    expect(fault(await read())).toBe('none');
    rmSync(at('link.md'));
    symlinkSync(join(base, 'outside.md'), at('link.md'));
    expect(fault(await read())).toBe('outside');
  });

  test('a folder that is a link out of the root is refused', async () => {
    const { base, at, read } = place('away/outside.md');
    symlinkSync(base, at('away'));
    expect(fault(await read())).toBe('outside');
  });

  test('a link in a circle, and one to nothing', async () => {
    const { at, read } = place('link.md');
    symlinkSync('link.md', at('link.md'));
    expect(fault(await read())).toBe('outside');
    rmSync(at('link.md'));
    symlinkSync('nothing.md', at('link.md'));
    expect(fault(await read())).toBe('gone');
  });

  test('a FIFO, a device and a folder are not opened', async () => {
    const fifo = place('pipe');
    execFileSync('mkfifo', [fifo.at('pipe')]);
    expect(fault(await fifo.read())).toBe('not-a-file');
    expect(fault(await place('docs').read())).toBe('not-a-file');
    const device = place('null');
    symlinkSync('/dev/null', device.at('null'));
    expect(fault(await device.read())).toBe('outside');
  });

  test('a file that is gone, and a root that is gone', async () => {
    const { base, at, read } = place();
    rmSync(at('docs/rules.md'));
    expect(fault(await read())).toBe('gone');
    rmSync(join(base, 'repo'), { recursive: true });
    expect(fault(await read())).toBe('gone');
  });

  test('a part of the path that is a file', async () => {
    expect(fault(await place('docs/rules.md/x').read())).toBe('gone');
  });

  test('another name of the same file is the same bytes', async () => {
    const { at, read } = place('second.md');
    linkSync(at('docs/rules.md'), at('second.md'));
    expect(fault(await read())).toBe('none');
  });
});
