import { type AnyId, encode, Link, link, rawContentId, type Value } from '@ken/address';
import { describe, expect, it } from 'vitest';
import { must, toHex } from './vectors.ts';

const id = rawContentId(Uint8Array.of(1));
const made = link(id);
const isLinkInBytes = (value: unknown): boolean => toHex(must(encode(value as Value))).startsWith('d82a');

describe('a link', () => {
  it('carries its id and which kind it is, frozen, and is its text in JSON', () => {
    expect({ ...made }).toEqual({ id, profile: 'raw' });
    expect(Object.isFrozen(made)).toBe(true);
    expect(JSON.stringify([made])).toBe(`["${id}"]`);
    expect(Link.is(made) && isLinkInBytes(made)).toBe(true);
  });

  it.each([[''], ['text'], [id.toUpperCase()], [`/ipfs/${id}`], [{ '/': id }], [undefined]])(
    'is not made of %j',
    (text) => {
      expect(() => link(text as AnyId)).toThrow(TypeError);
    },
  );

  it.each<[string, () => unknown]>([
    ['a literal', () => ({ id, profile: 'raw' })],
    ['a spread', () => ({ ...made })],
    ['a structured clone', () => structuredClone(made)],
    ['parsed JSON', () => JSON.parse(JSON.stringify({ ...made }))],
  ])('is not imitated by %s', (_, forge) => {
    expect(Link.is(forge())).toBe(false);
    expect(isLinkInBytes(forge())).toBe(false);
  });

  it.each<[string, () => unknown]>([
    ['Object.create', () => Object.assign(Object.create(Link.prototype), { id, profile: 'raw' })],
    ['a Proxy', () => new Proxy(made, {})],
  ])('is not imitated by %s, which is unencodable', (_, forge) => {
    expect(Link.is(forge())).toBe(false);
    expect(encode(forge() as Value).ok).toBe(false);
  });

  it('has no constructor for others', () => {
    expect(() => Reflect.construct(Link, [Symbol('link'), id, 'raw'])).toThrow(TypeError);
    const Sub = class extends (Link as unknown as new (...args: unknown[]) => object) {};
    expect(() => new Sub(Symbol('link'), id, 'raw')).toThrow(TypeError);
    expect(Object.isFrozen(Link) && Object.isFrozen(Link.prototype)).toBe(true);
  });
});
