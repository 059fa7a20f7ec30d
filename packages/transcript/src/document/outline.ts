import type { Scanned } from '../json/tape.ts';
import type { Piece } from './piece.ts';
import { DocumentSplitter } from './splitter.ts';

/** Small, as the first pieces usually decide. */
const STEP = 8 * 1024;

/**
 * Looks at the parts of a document, as far as a file's beginning holds them: what stands before the messages, and each
 * message. It ends at the first that decides, and at once where the file is no document; what damage leaves is looked at.
 *
 * @param decides is given each part; of an array the beginning has no object. True when no more is wanted
 */
export function outline(
  head: Uint8Array,
  isMessage: (object: Scanned) => boolean,
  decides: (part: Piece['part'], object: Scanned) => boolean,
): void {
  const splitter = new DocumentSplitter(isMessage);
  let decided = false;
  const see = ({ part, object }: Piece): void => {
    if (!decided && part !== 'line' && object !== null) {
      decided = decides(part, object);
    }
  };
  for (let at = 0; at < head.length && !decided && splitter.form !== 'lines'; at += STEP) {
    splitter.push(head.subarray(at, at + STEP), see);
  }
  const closing = splitter.closing();
  if (closing !== null) {
    see(closing);
  }
  const unfinished = splitter.pending();
  if (!decided && unfinished !== null) {
    decides('document', unfinished);
  }
}
