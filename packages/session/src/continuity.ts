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

/** The reason of the first record of a document, which is one JSON value that holds the messages. */
export const DOCUMENT = 'document';
const closeBracket = 0x5d;

/**
 * Whether a tail closes the messages of a document: a bracket comes first in it. A document that grew has that further on, so
 * that such a tail is not what the file has to go on with.
 *
 * @param first - the reason of the first record of the run
 */
export const closesDocument = (first: string | undefined, tail: Uint8Array): boolean => {
  if (first !== DOCUMENT) return false;
  const at = tail.findIndex((byte) => !gapBytes.has(byte));
  return tail[at] === closeBracket;
};

/**
 * Follows a file over several seals: what one seal held as its tail must be what the next one goes on with, unless that closes a
 * document.
 */
export class Continuity {
  #owed: Uint8Array = new Uint8Array();
  #first: string | undefined;
  #isClosed = false;

  /** Whether the tail of the seal that ended last closes a document. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Takes the next record of the file; false where it differs from the tail that was there before. */
  record({ reason, gap }: { readonly reason: string; readonly gap: Uint8Array }, bytes: Uint8Array): boolean {
    this.#first ??= reason;
    const gapFollows = this.#follow(gap);
    return this.#follow(bytes) && gapFollows;
  }

  /** Ends a seal with its tail; false where the file ends before the tail that was there before. */
  end(tail: Uint8Array): boolean {
    const same = this.#follow(tail) && this.#owed.length === 0;
    this.#isClosed = closesDocument(this.#first, tail);
    this.#owed = this.#isClosed ? new Uint8Array() : tail;
    return same;
  }

  #follow(piece: Uint8Array): boolean {
    const length = Math.min(piece.length, this.#owed.length);
    const same = Buffer.compare(piece.subarray(0, length), this.#owed.subarray(0, length)) === 0;
    this.#owed = this.#owed.subarray(length);
    return same;
  }
}
