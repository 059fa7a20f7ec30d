// What may stand between two records: docs/format.md, "Record table". Anything else begins a record.
// A comma stands between the messages of a document that is one JSON value.
const gapBytes = new Set([0x00, 0x09, 0x0a, 0x0d, 0x20, 0x2c]);
const mark = [0xef, 0xbb, 0xbf];

/** Whether some bytes hold only white space, commas, NUL bytes and byte-order marks, so that no record is hidden in them. */
export const isGap = (bytes: Uint8Array): boolean => {
  for (let at = 0; at < bytes.length; ) {
    if (mark.every((byte, index) => bytes[at + index] === byte)) at += mark.length;
    else if (gapBytes.has(bytes[at] ?? -1)) at += 1;
    else return false;
  }
  return true;
};

/** Follows a file over several seals: what one seal held as its tail must be what the next one goes on with. */
export class Continuity {
  #owed: Uint8Array = new Uint8Array();

  /** Takes the next bytes of the file; false where they differ from the tail that was there before. */
  follow(piece: Uint8Array): boolean {
    const length = Math.min(piece.length, this.#owed.length);
    const same = Buffer.compare(piece.subarray(0, length), this.#owed.subarray(0, length)) === 0;
    this.#owed = this.#owed.subarray(length);
    return same;
  }

  /** Ends a seal with its tail; false where the file ends before the tail that was there before. */
  end(tail: Uint8Array): boolean {
    const same = this.follow(tail) && this.#owed.length === 0;
    this.#owed = tail;
    return same;
  }
}
