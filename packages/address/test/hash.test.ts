import { rawContentId, wordsOf } from '@ken/address';
import { blake3 as noble } from '@noble/hashes/blake3.js';
import fc from 'fast-check';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { bulk } from '#bulk';
import { bulk as none } from '../src/bulk-none.ts';
import { blake3 } from '../src/hash.ts';
import { CHUNK_LENGTH, chunkInto } from '../src/hash-chunk.ts';
import { compile, compiled } from '../src/hash-compiled.ts';
import { hashModule } from '../src/hash-module.ts';
import { portableInto } from '../src/hash-portable.ts';
import { toHex } from './vectors.ts';

const MIB = 1 << 20;

/** Bytes that do not repeat within any power of two. */
const pattern = (length: number): Uint8Array => {
  const bytes = new Uint8Array(length);
  for (let i = 0; i < length; i += 1) bytes[i] = (i * 131 + (i >> 8) * 7 + (i >> 16)) % 251;
  return bytes;
};

const into = (hash: (bytes: Uint8Array, digest: Uint8Array) => void, bytes: Uint8Array): string => {
  const digest = new Uint8Array(32);
  hash(bytes, digest);
  return toHex(digest);
};

/** The digest as each implementation has it, by name; the native one only where this machine has it. */
const digests = (bytes: Uint8Array): { readonly [name: string]: string } => ({
  used: toHex(blake3(bytes, 0, bytes.length)),
  'used with words': toHex(blake3(bytes, 0, bytes.length, wordsOf(bytes))),
  portable: into(portableInto, bytes),
  ...(bytes.length > CHUNK_LENGTH
    ? {}
    : { 'not compiled': into((input, digest) => chunkInto(input, 0, input.length, digest), bytes) }),
  ...(bulk === undefined ? {} : { native: toHex(bulk(bytes)) }),
});

const expectAgreement = (bytes: Uint8Array): void => {
  const oracle = toHex(noble(bytes));
  for (const [name, digest] of Object.entries(digests(bytes))) {
    if (digest !== oracle) expect.fail(`${name} has ${digest} for ${bytes.length} bytes, the oracle ${oracle}`);
  }
};

test.skipIf(bulk === undefined)('where there is a native hasher, it is one of those compared', () => {
  expect(Object.keys(digests(pattern(1)))).toEqual(['used', 'used with words', 'portable', 'not compiled', 'native']);
});

test('elsewhere there is none', () => {
  expect(none).toBeUndefined();
});

describe('every implementation has the digest of a third one', () => {
  it('for each length from 0 to 2100 bytes', () => {
    const all = pattern(2100);
    for (let length = 0; length <= all.length; length += 1) expectAgreement(all.subarray(0, length));
  });

  const chunks = [3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 1024];
  it.each(chunks)('around %i chunks of 1024 bytes', (count) => {
    for (const off of [-1, 0, 1]) expectAgreement(pattern(count * 1024 + off));
  });

  it('for views that begin anywhere in a larger buffer', () => {
    const buffer = pattern(3 * CHUNK_LENGTH).buffer;
    for (let offset = 0; offset < 70; offset += 1) {
      for (const length of [40, CHUNK_LENGTH, CHUNK_LENGTH + 1, 2 * CHUNK_LENGTH]) {
        expectAgreement(new Uint8Array(buffer, offset, length));
      }
    }
  });

  it('for a part of a view, as for a view of that part', () => {
    const all = pattern(3 * CHUNK_LENGTH).subarray(5);
    for (const length of [0, 1, 63, 64, 65, CHUNK_LENGTH, CHUNK_LENGTH + 1, 2 * CHUNK_LENGTH]) {
      const whole = toHex(noble(all.subarray(7, 7 + length)));
      expect(toHex(blake3(all, 7, 7 + length))).toBe(whole);
      expect(toHex(blake3(all, 7, 7 + length, wordsOf(all)))).toBe(whole);
    }
  });

  it('for any view of any bytes', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 8, maxLength: 64 }),
        fc.nat(9000),
        fc.nat(9000),
        (seed, offset, length) => {
          const buffer = new Uint8Array(18_000);
          for (let i = 0; i < buffer.length; i += seed.length) buffer.set(seed.subarray(0, buffer.length - i), i);
          expectAgreement(buffer.subarray(offset, offset + length));
        },
      ),
      { seed: 11, numRuns: 300 },
    );
  });
});

describe('the compiled hasher of one chunk', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is the one that is used here', () => {
    expect(compiled).toBeDefined();
  });

  it('sees nothing of a longer input before it', () => {
    const ones = new Uint8Array(CHUNK_LENGTH).fill(0xff);
    for (let length = 0; length <= 130; length += 1) {
      const bytes = pattern(length);
      for (const words of [undefined, wordsOf(bytes)]) {
        blake3(ones, 0, ones.length);
        expect(toHex(blake3(bytes, 0, length, words))).toBe(toHex(noble(bytes)));
      }
    }
  });

  it('is a module that every host compiles at once: some take no more than 4096 bytes outside a worker', () => {
    const module = hashModule();
    expect(module.length).toBeLessThanOrEqual(4096);
    expect(hashModule()).toEqual(module);
    expect(compile()).toBeDefined();
  });

  it('is absent where the host has no WebAssembly, and where a page forbids it', () => {
    vi.stubGlobal('WebAssembly', undefined);
    expect(compile()).toBeUndefined();
    const forbidden = () => {
      throw new Error('forbidden');
    };
    vi.stubGlobal('WebAssembly', { Module: forbidden, Instance: forbidden });
    expect(compile()).toBeUndefined();
  });

  it('gives way to the one that is not compiled, with the same ids', async () => {
    const inputs = [0, 1, 64, 200, CHUNK_LENGTH, 5000, MIB].map(pattern);
    const ids = inputs.map(rawContentId);
    vi.stubGlobal('WebAssembly', undefined);
    vi.resetModules();
    const again = await import('../src/id.ts');
    expect((await import('../src/hash-compiled.ts')).compiled).toBeUndefined();
    expect(inputs.map((input) => again.rawContentId(input))).toEqual(ids);
  });
});

describe('large input', () => {
  const large = pattern(MIB);

  it('is not changed by being hashed', () => {
    const bytes = large.slice();
    rawContentId(bytes);
    expect(Buffer.compare(bytes, large)).toBe(0);
  });

  it('leaves what lies behind the digest as it is', () => {
    const digest = new Uint8Array(40).fill(7);
    portableInto(large, digest);
    chunkInto(large, 0, CHUNK_LENGTH, digest);
    expect([...digest.subarray(32)]).toEqual(Array(8).fill(7));
  });

  it('has the id of its bytes and not of the buffer that they lie in', () => {
    const view = large.subarray(5, MIB - 3);
    expect(rawContentId(view)).toBe(rawContentId(view.slice()));
    expect(rawContentId(view)).not.toBe(rawContentId(large));
  });

  it('is refused as misuse in shared memory, before any hasher sees it', () => {
    const shared = new Uint8Array(new SharedArrayBuffer(MIB));
    shared.set(large);
    expect(() => rawContentId(shared)).toThrow(TypeError);
    expect(rawContentId(Uint8Array.from(shared))).toBe(rawContentId(large));
  });

  it('of a subclass is read from its memory, whatever the subclass says of itself', () => {
    class Liar extends Uint8Array {
      override get length(): number {
        return 3;
      }
      override get byteOffset(): number {
        return 9;
      }
    }
    expect(rawContentId(new Liar(large))).toBe(rawContentId(large));
  });
});
