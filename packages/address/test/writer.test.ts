import {
  type AnyId,
  CborReader,
  CborWriter,
  contentId,
  encode,
  fragment,
  openNode,
  rawContentId,
  readLinks,
  readNodeParents,
  type U64,
} from '@ken/address';
import { describe, expect, it } from 'vitest';
import { fromHex, must, toHex } from './vectors.ts';

const content = contentId(Uint8Array.of(1));
const raw = rawContentId(Uint8Array.of(1));
const integers: readonly U64[] = [
  0,
  23,
  24,
  255,
  256,
  65_535,
  65_536,
  2 ** 32 - 1,
  2 ** 32,
  2 ** 53 - 1,
  2n ** 53n,
  2n ** 64n - 1n,
];
const reader = (hex: string): CborReader => new CborReader(fromHex(hex));

describe('the writer', () => {
  it('writes what encode writes', () => {
    const writer = new CborWriter(1);
    writer
      .list(4)
      .uint(2 ** 33)
      .text('é'.repeat(600))
      .map(1)
      .text('a')
      .uint(2n ** 60n)
      .text('');
    const value = [2 ** 33, 'é'.repeat(600), { a: 2n ** 60n }, ''];
    expect(toHex(writer.bytes())).toBe(toHex(must(encode(value))));
    expect(writer.contentId()).toBe(contentId(writer.bytes()));
    expect(writer.wrote(must(encode(value)))).toBe(true);
    expect(writer.wrote(must(encode([...value, 1])))).toBe(false);
  });

  it('knows whether exactly these bytes were written: no part of them, no more, and no other', () => {
    const bytes = must(encode([1, 'two', { three: 3 }]));
    const writer = new CborWriter().raw(bytes);
    expect(writer.wrote(bytes)).toBe(true);
    expect(writer.wrote(Uint8Array.of(...bytes, 0))).toBe(false);
    expect(new CborWriter().wrote(new Uint8Array())).toBe(true);
    for (let at = 0; at < bytes.length; at += 1) {
      expect(writer.wrote(bytes.subarray(0, at))).toBe(false);
      expect(writer.wrote(bytes.with(at, 0xee))).toBe(false);
    }
  });

  it('forgets when cleared, whatever it held', () => {
    const writer = new CborWriter().raw(new Uint8Array(200_000));
    expect(writer.bytes().length).toBe(200_000);
    expect(toHex(writer.clear().uint(7).bytes())).toBe('07');
  });

  it('writes no link to what is no id', () => {
    for (const id of ['', 'x', content.toUpperCase(), content.slice(1)]) {
      expect(() => new CborWriter().link(id as AnyId)).toThrow(TypeError);
    }
    expect(() => new CborWriter().link(content)).not.toThrow();
  });
});

describe('the reader', () => {
  it('reads what the writer wrote, and knows when it is at the end', () => {
    for (const value of integers) {
      const read = new CborReader(new CborWriter().uint(value).link(raw).link(content).bytes());
      expect([read.uint(), read.rawLink(), read.ended, read.contentLink(), read.ended]).toEqual([
        value,
        raw,
        false,
        content,
        true,
      ]);
    }
  });

  it.each(['1800', '1817', '190001', '1900ff', '1a00000001', '1a0000ffff', '1b0000000000000001', '1b00000000ffffffff'])(
    'takes no integer that is longer than it need be: %s',
    (hex) => {
      expect(reader(hex).uint()).toBeUndefined();
    },
  );

  it.each(['', '20', '40', '1c', '1f', '18', '19ff', '1a000100', '1b00000001000000', 'f6', 'fb0000000000000000'])(
    'takes nothing else for an integer: %s',
    (hex) => {
      expect(reader(hex).uint()).toBeUndefined();
    },
  );

  it('takes a link of the wanted kind only, and whole', () => {
    const [toContent, toRaw] = [content, raw].map((id) => toHex(new CborWriter().link(id).bytes())) as [string, string];
    expect(reader(toContent).contentLink()).toBe(content);
    expect(reader(toContent).rawLink()).toBeUndefined();
    expect(reader(toRaw).rawLink()).toBe(raw);
    expect(reader(toRaw).contentLink()).toBeUndefined();
    for (const damaged of [
      toContent.slice(2),
      toContent.slice(0, -2),
      toContent.replace('d82a', 'd82b'),
      toContent.replace('582500', '582501'),
      toContent.replace('1e20', '1220'),
      toContent.replace('1e20', '1e1f'),
    ]) {
      expect(reader(damaged).contentLink()).toBeUndefined();
    }
  });

  it('takes a list for which there is room only', () => {
    expect(reader('8200').list()).toBeUndefined();
    expect(reader('820000').list()).toBe(2);
    expect(reader('9bffffffffffffffff').list()).toBeUndefined();
    expect(readLinks(reader('80'))).toEqual([]);
    expect(readLinks(reader('8100'))).toBeUndefined();
  });

  it('skips a literal whole or not at all', () => {
    const [a, b] = [fragment((writer) => writer.text('a')), fragment((writer) => writer.text('ab'))];
    const read = new CborReader(fragment((writer) => writer.text('ab')));
    expect([read.skip(a), read.choose([a, b]), read.ended, read.skip(b)]).toEqual([false, 1, true, false]);
    expect(new CborReader(b.subarray(0, 2)).skip(b)).toBe(false);
  });

  it('reads the opening of a node', () => {
    const node = openNode(new CborWriter(), [content]).bytes();
    expect(readNodeParents(new CborReader(node))).toEqual([content]);
    expect(readNodeParents(new CborReader(node.subarray(1)))).toBeUndefined();
    expect(readNodeParents(new CborReader(node.subarray(0, -1)))).toBeUndefined();
  });

  it('reads an integer that ends the input, and none that the input cuts short, wherever it stands', () => {
    for (const value of integers) {
      const alone = new CborWriter().uint(value).bytes();
      expect([new CborReader(alone).uint(), new CborReader(alone).ended]).toEqual([value, false]);
      for (let length = 0; length < alone.length; length += 1) {
        const before = new CborWriter().link(raw).uint(7).raw(alone.subarray(0, length)).bytes();
        const read = new CborReader(before);
        expect([read.rawLink(), read.uint(), read.uint()]).toEqual([raw, 7, undefined]);
      }
    }
  });

  it('reads no integer with a reserved head, however much follows', () => {
    for (const head of ['1c', '1d', '1e', '1f']) expect(reader(head + '11'.repeat(300)).uint()).toBeUndefined();
    expect(reader(`17${'11'.repeat(300)}`).uint()).toBe(23);
  });

  it('reads no link that the input cuts short, wherever it stands', () => {
    const two = new CborWriter().link(raw).link(content).bytes();
    for (let length = 41; length < two.length; length += 1) {
      const read = new CborReader(two.subarray(0, length));
      expect([read.rawLink(), read.contentLink()]).toEqual([raw, undefined]);
    }
    const read = new CborReader(two);
    expect([read.rawLink(), read.contentLink()]).toEqual([raw, content]);
  });
});
