import { isBuiltin } from 'node:module';
import { describe, expect, test } from 'vitest';
import { declared, directImports, nodeModulesReached, packageNames } from './dependencies.ts';

/** The arrows of ARCHITECTURE.md: what each package may import, and nothing else. */
const arrows: Record<string, readonly string[]> = {
  address: ['blake3-jit'],
  kernel: ['@ken/address'],
  store: ['@ken/address', '@ken/kernel', 'better-sqlite3'],
  transcript: [],
  session: ['@ken/address', '@ken/kernel', '@ken/store', '@ken/transcript', '@ipld/car', 'multiformats'],
  cli: ['@ken/address', '@ken/kernel', '@ken/store', '@ken/transcript', '@ken/session', 'commander', 'picocolors'],
};
const pure = ['address', 'kernel'];

const packageOf = (request: string): string =>
  request
    .split('/')
    .slice(0, request.startsWith('@') ? 2 : 1)
    .join('/');

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
  test.each(pure)('%s reaches no Node module through any chain of imports', (name) => {
    expect([...nodeModulesReached(name)]).toEqual([]);
  });

  test('control: the same walk finds the Node modules that the store reaches, its own and its dependency’s', () => {
    const reached = nodeModulesReached('store');
    expect(reached).toContain('fs');
    expect(reached).toContain('path');
  });
});
