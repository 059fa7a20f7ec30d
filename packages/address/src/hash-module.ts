// BLAKE3 of one chunk as a WebAssembly module: the four columns of its state are mixed at once, which JavaScript cannot say.
// The instructions are written out here when the package is loaded; there is no file of bytes (docs/decisions/0005).
import { WasmCode, wasmModule } from './wasm-code.ts';

/** What the module exports, by name. */
export const NAMES = { memory: 'memory', run: 'hash' } as const;

/** Where in its memory the module leaves the digest, and where there is room for input. */
export const DIGEST_AT = 0;
export const INPUT_AT = 1024;

const BLOCK_LENGTH = 64;
const ROUNDS = 7;
const FLAG = { start: 1, end: 2, root: 8 } as const;
const IV_LOW = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a];
const IV_HIGH = [0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];
const ZEROS = [0, 0, 0, 0];
/** Which word of a block takes the place of each in the next round. */
const ORDER = [2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8];

// Variables. The address of the input and its length in bytes are given, and move on from block to block.
const AT = 0;
const LEFT = 1;
const FLAGS = 2;
const LAST = 3;
// The two rows of the chain, then the four of the state.
const CHAIN_LOW = 4;
const CHAIN_HIGH = 5;
const A = 6;
const B = 7;
const C = 8;
const D = 9;
const VARIABLES = { numbers: 2, vectors: 6 } as const;

/**
 * The module, in fresh memory. Its function takes the address and the length of at most 1024 bytes, behind which there are
 * zeros to the end of a block; no input is a block of zeros.
 */
export function hashModule(): Uint8Array {
  const code = new WasmCode();
  code.words(IV_LOW).set(CHAIN_LOW).words(IV_HIGH).set(CHAIN_HIGH).number(FLAG.start).set(FLAGS);
  code.loop();
  code.get(LEFT).number(BLOCK_LENGTH).plain('atMost').set(LAST);
  code.get(CHAIN_LOW).set(A).get(CHAIN_HIGH).set(B).words(IV_LOW).set(C);
  // The last row: two zeros for the number of the chunk, how many bytes of the block count, and the flags.
  code.words(ZEROS).get(LEFT).number(BLOCK_LENGTH).get(LAST).select().place(2);
  code
    .get(FLAGS)
    .get(LAST)
    .number(FLAG.end | FLAG.root)
    .plain('multiply')
    .plain('or')
    .place(3)
    .set(D);
  rounds(code);
  code.get(A).get(C).vector('xor').set(CHAIN_LOW).get(B).get(D).vector('xor').set(CHAIN_HIGH);
  code.number(0).set(FLAGS).get(AT).number(BLOCK_LENGTH).plain('add').set(AT);
  code.get(LEFT).number(BLOCK_LENGTH).plain('subtract').set(LEFT);
  code.get(LAST).plain('not').again().end();
  code.number(DIGEST_AT).get(CHAIN_LOW).store(0).number(DIGEST_AT).get(CHAIN_HIGH).store(16);
  return wasmModule(NAMES, VARIABLES, code.end());
}

function rounds(code: WasmCode): void {
  let words: readonly number[] = ORDER.map((_, i) => i);
  for (let round = 0; round < ROUNDS; round += 1) {
    mix(code, words.slice(0, 8));
    // Turned against one another, the rows have the diagonals of the state as columns.
    turn(code, 1);
    mix(code, words.slice(8));
    turn(code, -1);
    words = ORDER.map((from) => words[from] as number);
  }
}

/** The mixing of all four columns with eight words of the block, two a column. */
function mix(code: WasmCode, words: readonly number[]): void {
  halfMix(
    code,
    [0, 2, 4, 6].map((i) => words[i] as number),
    16,
    12,
  );
  halfMix(
    code,
    [1, 3, 5, 7].map((i) => words[i] as number),
    8,
    7,
  );
}

function halfMix(code: WasmCode, words: readonly number[], byFirst: number, bySecond: number): void {
  code.get(A).get(B).vector('add');
  for (let i = 0; i < 4; i += 1) code.get(AT);
  for (const [lane, word] of words.entries()) lane === 0 ? code.load(4 * word) : code.loadLane(4 * word, lane);
  code.vector('add').tee(A).get(D).vector('xor').set(D);
  rotate(code, D, byFirst);
  code.tee(D).get(C).vector('add').tee(C).get(B).vector('xor').set(B);
  rotate(code, B, bySecond);
  code.set(B);
}

/** Puts each word of a row, rotated to the right, on the stack. */
function rotate(code: WasmCode, row: number, by: number): void {
  // Whole bytes move in one instruction.
  if (by % 8 === 0)
    code
      .get(row)
      .get(row)
      .shuffle(BYTES.map((i) => (i & ~3) | ((i + by / 8) & 3)));
  else
    code
      .get(row)
      .number(by)
      .vector('shiftRight')
      .get(row)
      .number(32 - by)
      .vector('shiftLeft')
      .vector('or');
}

/** Moves the lower three rows on by one, two and three columns, or back. */
function turn(code: WasmCode, direction: 1 | -1): void {
  for (const [columns, row] of [B, C, D].entries()) {
    const by = 4 * (columns + 1) * direction;
    code
      .get(row)
      .get(row)
      .shuffle(BYTES.map((i) => (i + by) & 15))
      .set(row);
  }
}

const BYTES: readonly number[] = Array.from({ length: 16 }, (_, i) => i);
