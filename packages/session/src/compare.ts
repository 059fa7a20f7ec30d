/** How the bytes of two streams relate. */
export type Relation = 'equal' | 'left-is-prefix' | 'right-is-prefix' | 'differ';

/** Compares two streams of bytes piece by piece, whatever their pieces are, and stops at the first difference. */
export const compareStreams = async (
  left: AsyncIterable<Uint8Array>,
  right: AsyncIterable<Uint8Array>,
): Promise<Relation> => {
  const lefts = left[Symbol.asyncIterator]();
  const rights = right[Symbol.asyncIterator]();
  const more = async (iterator: AsyncIterator<Uint8Array>): Promise<Uint8Array | undefined> => {
    for (;;) {
      const next = await iterator.next();
      if (next.done === true) return undefined;
      if (next.value.length > 0) return next.value;
    }
  };
  try {
    let a = await more(lefts);
    let b = await more(rights);
    while (a !== undefined && b !== undefined) {
      const length = Math.min(a.length, b.length);
      if (Buffer.compare(a.subarray(0, length), b.subarray(0, length)) !== 0) return 'differ';
      a = length < a.length ? a.subarray(length) : await more(lefts);
      b = length < b.length ? b.subarray(length) : await more(rights);
    }
    if (a === undefined && b === undefined) return 'equal';
    return a === undefined ? 'left-is-prefix' : 'right-is-prefix';
  } finally {
    await lefts.return?.();
    await rights.return?.();
  }
};
