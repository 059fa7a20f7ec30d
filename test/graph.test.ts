import { isBuiltin } from 'node:module';
import { describe, expect, test } from 'vitest';
import { declared, directImports, packageNames, packageOf, reachedFrom, sourcesOf } from './dependencies.ts';

/** The arrows of ARCHITECTURE.md: what each package may import, and nothing else. */
const arrows: Record<string, readonly string[]> = {
  address: ['blake3-jit', '@napi-rs/blake-hash'],
  kernel: ['@ken/address'],
  shapes: [],
  frontier: ['@ken/shapes'],
  store: ['@ken/address', '@ken/kernel', 'better-sqlite3'],
  transcript: [],
  session: [
    '@ken/address',
    '@ken/kernel',
    '@ken/frontier',
    '@ken/store',
    '@ken/transcript',
    '@ipld/car',
    'multiformats',
  ],
  cli: [
    '@ken/address',
    '@ken/kernel',
    '@ken/store',
    '@ken/transcript',
    '@ken/frontier',
    '@ken/session',
    'commander',
    'picocolors',
    'yaml',
  ],
};
const pure = ['address', 'kernel', 'shapes', 'frontier'];
const hashing = ['address', 'kernel'];

test('every package has its arrows written down', () => {
  expect([...packageNames].sort()).toEqual(Object.keys(arrows).sort());
});

describe.each(Object.entries(arrows))('%s', (name, allowed) => {
  test('imports only along its arrows', () => {
    const named = [...directImports(name)].filter((one) => !isBuiltin(one)).map(packageOf);
    expect(named.filter((one) => !allowed.includes(one))).toEqual([]);
  });

  test('declares every package that it imports, and no other', () => {
    const named = new Set([...directImports(name)].filter((one) => !isBuiltin(one)).map(packageOf));
    expect([...declared(name)].sort()).toEqual([...named].sort());
  });
});

describe('purity', () => {
  test.each(pure)('%s reaches no Node module through any chain of imports, on any host but Node', (name) => {
    expect([...reachedFrom(name, 'default').builtins]).toEqual([]);
  });

  test.each(pure)('%s names no Node module itself, on Node neither', (name) => {
    expect([...directImports(name)].filter((one) => isBuiltin(one))).toEqual([]);
  });

  test.each(hashing)('%s reaches exactly one more package on Node: the optional native hasher', (name) => {
    const everywhere = reachedFrom(name, 'default').packages;
    expect([...everywhere]).toEqual(['blake3-jit']);
    expect([...reachedFrom(name, 'node').packages].filter((one) => !everywhere.has(one))).toEqual([
      '@napi-rs/blake-hash',
    ]);
  });

  test.each(['shapes', 'frontier'])('%s reaches no package that is not of this house', (name) => {
    expect([...reachedFrom(name, 'default').packages, ...reachedFrom(name, 'node').packages]).toEqual([]);
  });

  test.each(pure)('no source of %s lies outside of both walks', (name) => {
    const walked = new Set([...reachedFrom(name, 'default').sources, ...reachedFrom(name, 'node').sources]);
    expect(sourcesOf(name).filter((file) => !file.endsWith('.d.ts') && !walked.has(file))).toEqual([]);
  });

  test('control: on Node the same walk finds the Node modules of the native hasher', () => {
    expect(reachedFrom('address', 'node').builtins).toContain('child_process');
  });

  test('control: the same walk finds the Node modules that the store reaches, its own and its dependency’s', () => {
    const { builtins } = reachedFrom('store', 'default');
    expect(builtins).toContain('fs');
    expect(builtins).toContain('path');
  });
});
