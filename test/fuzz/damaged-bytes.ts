import { headBytes, headsOf, widthOf } from './heads.ts';
import type { Random } from './random.ts';

type Change = (bytes: Uint8Array, random: Random, others: readonly Uint8Array[]) => Uint8Array;

/** Parts put one after another. */
export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const spliced = (bytes: Uint8Array, from: number, to: number, by: Uint8Array): Uint8Array =>
  joined(bytes.subarray(0, from), by, bytes.subarray(to));

/** Changes one head, chosen at random; bytes without a head stay as they are. */
function rewritten(
  bytes: Uint8Array,
  random: Random,
  write: (major: number, argument: bigint) => Uint8Array,
): Uint8Array {
  const heads = headsOf(bytes);
  if (heads.length === 0) return bytes;
  const { at, length, major, argument } = random.pick(heads);
  return spliced(bytes, at, at + length, write(major, argument));
}

// How bytes are damaged: in the byte, in the length, in the head, in the nesting.
const CHANGES: { readonly [name: string]: Change } = {
  flip(bytes, random) {
    const copy = bytes.slice();
    const at = random.below(copy.length);
    if (copy.length > 0) copy[at] = (copy[at] as number) ^ (1 << random.below(8));
    return copy;
  },
  set(bytes, random) {
    const copy = bytes.slice();
    if (copy.length > 0) copy[random.below(copy.length)] = random.below(256);
    return copy;
  },
  truncate: (bytes, random) => bytes.slice(0, random.below(bytes.length + 1)),
  insert(bytes, random) {
    const at = random.below(bytes.length + 1);
    return spliced(
      bytes,
      at,
      at,
      Uint8Array.from({ length: 1 + random.below(4) }, () => random.below(256)),
    );
  },
  remove(bytes, random) {
    const at = random.below(bytes.length);
    return spliced(bytes, at, Math.min(bytes.length, at + 1 + random.below(4)), new Uint8Array());
  },
  repeat(bytes, random) {
    const at = random.below(bytes.length);
    return spliced(bytes, at, at, bytes.subarray(at, at + 1 + random.below(48)));
  },
  splice(bytes, random, others) {
    const other = random.pick(others);
    return joined(bytes.subarray(0, random.below(bytes.length + 1)), other.subarray(random.below(other.length + 1)));
  },
  /** An item of another encoding in the place of a whole item of this one, so that what surrounds it stays well-formed. */
  graft(bytes, random, others) {
    const heads = headsOf(bytes).filter(({ major }) => major < 4);
    if (heads.length === 0) return bytes;
    const { at, length, major, argument } = random.pick(heads);
    const end = at + length + (major === 2 || major === 3 ? Number(argument) : 0);
    return spliced(bytes, at, end, random.pick(others));
  },
  widen: (bytes, random) =>
    rewritten(bytes, random, (major, argument) => headBytes(major, argument, random.pick([1, 2, 4, 8] as const))),
  lie: (bytes, random) =>
    rewritten(bytes, random, (major, argument) => {
      const lies = [argument + 1n, argument === 0n ? 2n : argument - 1n, argument * 2n, 1n << 32n, (1n << 64n) - 1n];
      const said = random.pick(lies) & 0xffff_ffff_ffff_ffffn;
      return headBytes(major, said, widthOf(said));
    }),
  retype: (bytes, random) =>
    rewritten(bytes, random, (_, argument) => headBytes(random.below(8), argument, widthOf(argument))),
  special: (bytes, random) => rewritten(bytes, random, (major) => Uint8Array.of((major << 5) | (28 + random.below(4)))),
  /** Lists or maps around the whole, around the limit of depth too. */
  nest(bytes, random) {
    const around = random.once(2) ? Uint8Array.of(0x81) : Uint8Array.of(0xa1, 0x61, 0x61);
    const levels = random.pick([1, 2, 120, 126, 127, 128, 129, 130, 2000]);
    return joined(...Array.from({ length: levels }, () => around), bytes);
  },
  /** The tail behind a whole value. */
  append: (bytes, random, others) => joined(bytes, random.pick(others)),
};

const ALL_CHANGES = Object.values(CHANGES);
const LONGEST = 20_000;

/** Bytes with none to four changes, mostly one; `others` is what is spliced in. The bytes given stay as they are. */
export function damagedBytes(bytes: Uint8Array, random: Random, others: readonly Uint8Array[]): Uint8Array {
  const changes = random.pick([0, 1, 1, 1, 1, 1, 2, 2, 3, 4]);
  let damaged: Uint8Array = bytes.slice();
  for (let i = 0; i < changes && damaged.length < LONGEST; i += 1)
    damaged = random.pick(ALL_CHANGES)(damaged, random, others);
  return damaged;
}
