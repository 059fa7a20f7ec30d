import type { Segment } from '../splitter.ts';

/**
 * Which part of a file a piece is: everything up to the bracket that opens the messages; one of the messages; what
 * follows the last of them to the document's end, where something stands behind that; or a record of a file that is no
 * document, or behind the end of one.
 */
export type Part = 'document' | 'message' | 'document-end' | 'line';

/**
 * A piece of a file. Of a `document` the object holds the members before the messages, of a `document-end` those behind
 * them (only its members count, as its bytes are not the file's); it is null where the document is an array. Of a
 * message it is the value, which may be no object; null for a torn piece.
 */
export interface Piece extends Segment {
  readonly part: Part;
}
