/**
 * Writes the body of a WebAssembly function, one instruction a method, in the order that the machine runs them: each takes
 * what it works on from a stack and leaves its result there. Vectors are four words of 32 bits. Only what is used exists.
 */
export class WasmCode {
  readonly #bytes: number[] = [];

  /** The bytes written until now; not a copy. */
  get bytes(): readonly number[] {
    return this.#bytes;
  }

  /** Puts the value of a variable on the stack. */
  get(variable: number): this {
    return this.#put(0x20, variable);
  }

  /** Takes a value off the stack into a variable. */
  set(variable: number): this {
    return this.#put(0x21, variable);
  }

  /** As `set`, and leaves the value on the stack. */
  tee(variable: number): this {
    return this.#put(0x22, variable);
  }

  /** Puts a whole number that is not negative on the stack. */
  number(value: number): this {
    this.#put(0x41);
    // In groups of seven bits, the low ones first; the top bit of the last group would be a sign.
    let left = value;
    for (; left >= 0x40; left >>>= 7) this.#put((left & 0x7f) | 0x80);
    return this.#put(left);
  }

  /** Begins a loop, which goes on behind its end unless `again` goes back. */
  loop(): this {
    return this.#put(0x03, 0x40);
  }

  /** Goes back to the beginning of the loop where a number is not zero. */
  again(): this {
    return this.#put(0x0d, 0);
  }

  /** Ends a loop or the function. */
  end(): this {
    return this.#put(0x0b);
  }

  /** The first of two values where the number above them is not zero, else the second. */
  select(): this {
    return this.#put(0x1b);
  }

  /** An operation on numbers without a sign. */
  plain(operation: keyof typeof PLAIN): this {
    return this.#put(PLAIN[operation]);
  }

  /** An operation on vectors; those that shift take the number of bits from the stack. */
  vector(operation: keyof typeof VECTOR): this {
    const code = VECTOR[operation];
    return code < 0x80 ? this.#put(SIMD, code) : this.#put(SIMD, (code & 0x7f) | 0x80, code >> 7);
  }

  /** Puts a vector of four constant words on the stack. */
  words(words: readonly number[]): this {
    this.#put(SIMD, 12);
    for (const word of words) this.#put(word & 0xff, (word >>> 8) & 0xff, (word >>> 16) & 0xff, word >>> 24);
    return this;
  }

  /** The bytes of two vectors at the 16 places named: to 15 in the first, from 16 on in the second. */
  shuffle(places: readonly number[]): this {
    return this.#put(SIMD, 13, ...places);
  }

  /** A vector with one of its words replaced by a number. */
  place(lane: number): this {
    return this.#put(SIMD, 28, lane);
  }

  /** The word at an address and an offset (below 128), and three zeros. */
  load(offset: number): this {
    return this.#put(SIMD, 92, 0, offset);
  }

  /** From an address and a vector on top of it: the vector with one of its words replaced by the one in memory. */
  loadLane(offset: number, lane: number): this {
    return this.#put(SIMD, 86, 0, offset, lane);
  }

  /** Stores a vector at the address below it and an offset (below 128). */
  store(offset: number): this {
    return this.#put(SIMD, 11, 0, offset);
  }

  #put(...bytes: readonly number[]): this {
    this.#bytes.push(...bytes);
    return this;
  }
}

const SIMD = 0xfd;
const PLAIN = { not: 0x45, atMost: 0x4d, add: 0x6a, subtract: 0x6b, multiply: 0x6c, or: 0x72 } as const;
const VECTOR = { or: 80, xor: 81, shiftLeft: 171, shiftRight: 173, add: 174 } as const;

/**
 * A module of one page of memory and one function over two numbers, which gives nothing back and has as many variables
 * besides, `numbers` and `vectors` of them. Both are exported under the names given, of ASCII and below 128 characters.
 */
export function wasmModule(
  names: { readonly memory: string; readonly run: string },
  variables: { readonly numbers: number; readonly vectors: number },
  code: WasmCode,
): Uint8Array {
  const locals = [2, variables.numbers, I32, variables.vectors, V128];
  const length = locals.length + code.bytes.length;
  const front = [
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 2, I32, I32, 0]),
    ...section(3, [1, 0]),
    ...section(5, [1, 1, 1, 1]),
    ...section(7, [2, ...text(names.memory), 2, 0, ...text(names.run), 0, 0]),
    ...[10, ...size(length + 3), 1, ...size(length), ...locals],
  ];
  const module = new Uint8Array(front.length + code.bytes.length);
  module.set(front);
  module.set(code.bytes, front.length);
  return module;
}

const I32 = 0x7f;
const V128 = 0x7b;

function section(id: number, content: readonly number[]): readonly number[] {
  return [id, ...size(content.length), ...content];
}

function text(name: string): readonly number[] {
  return [name.length, ...Array.from(name, (each) => each.charCodeAt(0))];
}

/** A length below 2^14 in two groups of seven bits, which need not be the least number of them. */
function size(length: number): readonly number[] {
  return [(length & 0x7f) | 0x80, length >> 7];
}
