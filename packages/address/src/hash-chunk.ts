// BLAKE3 of at most one chunk: what a record is, and most spans are. For hosts that do not compile `hash-module.ts`. It
// allocates nothing, while the views that a general library makes of its input and output cost as much as a block of the
// hash (docs/decisions/0005).

/** Up to this many bytes an input is one chunk, and its digest needs no tree. */
export const CHUNK_LENGTH = 1024;

const BLOCK_LENGTH = 64;
const ROUNDS = 7;

const START = 1;
const END = 2;
const ROOT = 8;

const IV0 = 0x6a09e667;
const IV1 = 0xbb67ae85 | 0;
const IV2 = 0x3c6ef372;
const IV3 = 0xa54ff53a | 0;
const IV = Int32Array.of(IV0, IV1, IV2, IV3, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19);

// Nothing of a caller runs between a write to these and the last read.
const chain = new Int32Array(8);
const words = new Int32Array(BLOCK_LENGTH / 4);

/** Writes the digest of the bytes from `from` to `to`, which are at most `CHUNK_LENGTH`, to the front of `digest`. */
export function chunkInto(bytes: Uint8Array, from: number, to: number, digest: Uint8Array): void {
  for (let i = 0; i < 8; i += 1) chain[i] = IV[i] as number;
  let at = from;
  let flags = START;
  for (; to - at > BLOCK_LENGTH; at += BLOCK_LENGTH) {
    for (let i = 0; i < 16; i += 1) words[i] = wordAt(bytes, at + 4 * i);
    compress(BLOCK_LENGTH, flags);
    flags = 0;
  }
  const left = to - at;
  const whole = left >> 2;
  for (let i = 0; i < 16; i += 1) words[i] = i < whole ? wordAt(bytes, at + 4 * i) : 0;
  for (let i = 4 * whole; i < left; i += 1) {
    words[whole] = (words[whole] as number) | ((bytes[at + i] as number) << (8 * (i & 3)));
  }
  compress(left, flags | END | ROOT);
  for (let i = 0; i < 8; i += 1) {
    const word = chain[i] as number;
    digest[4 * i] = word;
    digest[4 * i + 1] = word >>> 8;
    digest[4 * i + 2] = word >>> 16;
    digest[4 * i + 3] = word >>> 24;
  }
}

function wordAt(bytes: Uint8Array, at: number): number {
  const low = (bytes[at] as number) | ((bytes[at + 1] as number) << 8);
  return low | ((bytes[at + 2] as number) << 16) | ((bytes[at + 3] as number) << 24);
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** Takes the words of a block, `length` bytes of which count, into the chain. The state is four rows of four: a, b, c, d. */
function compress(length: number, flags: number): void {
  let m0 = words[0] as number;
  let m1 = words[1] as number;
  let m2 = words[2] as number;
  let m3 = words[3] as number;
  let m4 = words[4] as number;
  let m5 = words[5] as number;
  let m6 = words[6] as number;
  let m7 = words[7] as number;
  let m8 = words[8] as number;
  let m9 = words[9] as number;
  let m10 = words[10] as number;
  let m11 = words[11] as number;
  let m12 = words[12] as number;
  let m13 = words[13] as number;
  let m14 = words[14] as number;
  let m15 = words[15] as number;
  let a0 = chain[0] as number;
  let a1 = chain[1] as number;
  let a2 = chain[2] as number;
  let a3 = chain[3] as number;
  let b0 = chain[4] as number;
  let b1 = chain[5] as number;
  let b2 = chain[6] as number;
  let b3 = chain[7] as number;
  let c0 = IV0;
  let c1 = IV1;
  let c2 = IV2;
  let c3 = IV3;
  // The counter of chunks, which is zero, in two words.
  let d0 = 0;
  let d1 = 0;
  let d2 = length;
  let d3 = flags;

  for (let round = 1; ; round += 1) {
    // The columns of the state, then its diagonals.
    a0 = (a0 + b0 + m0) | 0;
    d0 = rotate(d0 ^ a0, 16);
    c0 = (c0 + d0) | 0;
    b0 = rotate(b0 ^ c0, 12);
    a0 = (a0 + b0 + m1) | 0;
    d0 = rotate(d0 ^ a0, 8);
    c0 = (c0 + d0) | 0;
    b0 = rotate(b0 ^ c0, 7);
    a1 = (a1 + b1 + m2) | 0;
    d1 = rotate(d1 ^ a1, 16);
    c1 = (c1 + d1) | 0;
    b1 = rotate(b1 ^ c1, 12);
    a1 = (a1 + b1 + m3) | 0;
    d1 = rotate(d1 ^ a1, 8);
    c1 = (c1 + d1) | 0;
    b1 = rotate(b1 ^ c1, 7);
    a2 = (a2 + b2 + m4) | 0;
    d2 = rotate(d2 ^ a2, 16);
    c2 = (c2 + d2) | 0;
    b2 = rotate(b2 ^ c2, 12);
    a2 = (a2 + b2 + m5) | 0;
    d2 = rotate(d2 ^ a2, 8);
    c2 = (c2 + d2) | 0;
    b2 = rotate(b2 ^ c2, 7);
    a3 = (a3 + b3 + m6) | 0;
    d3 = rotate(d3 ^ a3, 16);
    c3 = (c3 + d3) | 0;
    b3 = rotate(b3 ^ c3, 12);
    a3 = (a3 + b3 + m7) | 0;
    d3 = rotate(d3 ^ a3, 8);
    c3 = (c3 + d3) | 0;
    b3 = rotate(b3 ^ c3, 7);
    a0 = (a0 + b1 + m8) | 0;
    d3 = rotate(d3 ^ a0, 16);
    c2 = (c2 + d3) | 0;
    b1 = rotate(b1 ^ c2, 12);
    a0 = (a0 + b1 + m9) | 0;
    d3 = rotate(d3 ^ a0, 8);
    c2 = (c2 + d3) | 0;
    b1 = rotate(b1 ^ c2, 7);
    a1 = (a1 + b2 + m10) | 0;
    d0 = rotate(d0 ^ a1, 16);
    c3 = (c3 + d0) | 0;
    b2 = rotate(b2 ^ c3, 12);
    a1 = (a1 + b2 + m11) | 0;
    d0 = rotate(d0 ^ a1, 8);
    c3 = (c3 + d0) | 0;
    b2 = rotate(b2 ^ c3, 7);
    a2 = (a2 + b3 + m12) | 0;
    d1 = rotate(d1 ^ a2, 16);
    c0 = (c0 + d1) | 0;
    b3 = rotate(b3 ^ c0, 12);
    a2 = (a2 + b3 + m13) | 0;
    d1 = rotate(d1 ^ a2, 8);
    c0 = (c0 + d1) | 0;
    b3 = rotate(b3 ^ c0, 7);
    a3 = (a3 + b0 + m14) | 0;
    d2 = rotate(d2 ^ a3, 16);
    c1 = (c1 + d2) | 0;
    b0 = rotate(b0 ^ c1, 12);
    a3 = (a3 + b0 + m15) | 0;
    d2 = rotate(d2 ^ a3, 8);
    c1 = (c1 + d2) | 0;
    b0 = rotate(b0 ^ c1, 7);
    if (round === ROUNDS) break;
    // The words in the order of the next round, which is two cycles of eight.
    const held0 = m0;
    m0 = m2;
    m2 = m3;
    m3 = m10;
    m10 = m12;
    m12 = m9;
    m9 = m11;
    m11 = m5;
    m5 = held0;
    const held1 = m1;
    m1 = m6;
    m6 = m4;
    m4 = m7;
    m7 = m13;
    m13 = m14;
    m14 = m15;
    m15 = m8;
    m8 = held1;
  }

  chain[0] = a0 ^ c0;
  chain[1] = a1 ^ c1;
  chain[2] = a2 ^ c2;
  chain[3] = a3 ^ c3;
  chain[4] = b0 ^ d0;
  chain[5] = b1 ^ d1;
  chain[6] = b2 ^ d2;
  chain[7] = b3 ^ d3;
}
