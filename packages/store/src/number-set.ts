const BLOCK = 65_536;

/** A set of integers that lie close together: a bit each, in blocks that are made when one of theirs is added. */
export class NumberSet {
  readonly #blocks = new Map<number, Uint32Array>();

  /** Adds an integer; whether it was not in the set before. */
  add(number: number): boolean {
    const [block, word, bit] = placeOf(number);
    let words = this.#blocks.get(block);
    if (words === undefined) {
      words = new Uint32Array(BLOCK / 32);
      this.#blocks.set(block, words);
    }
    const held = words[word] ?? 0;
    words[word] = held | bit;
    return (held & bit) === 0;
  }

  has(number: number): boolean {
    const [block, word, bit] = placeOf(number);
    return ((this.#blocks.get(block)?.[word] ?? 0) & bit) !== 0;
  }
}

const placeOf = (number: number): readonly [block: number, word: number, bit: number] => {
  const block = Math.floor(number / BLOCK);
  const rest = number - block * BLOCK;
  return [block, rest >>> 5, 1 << (rest & 31)];
};
