import { type Finding, finding } from './findings.ts';

/**
 * Fewer NUL bytes in a row than this are no run. One alone says nothing, since it stands in every other byte of text in
 * UTF-16; two in a row stand in no text, and are what a file system leaves of bytes that were never written.
 */
const SHORTEST_RUN = 2;

/**
 * The runs of NUL bytes in a piece that is no record, as one finding: its span reaches from the first run to the last.
 *
 * @param at where the piece begins in the file
 * @returns null when there is none
 */
export function nulRun(piece: Uint8Array, at: number, record: number | null): Finding | null {
  let runs = 0;
  let bytes = 0;
  let first = 0;
  let last = 0;
  for (let start = piece.indexOf(0); start >= 0; ) {
    let end = start + 1;
    while (piece[end] === 0) {
      end += 1;
    }
    if (end - start >= SHORTEST_RUN) {
      first = runs === 0 ? start : first;
      last = end;
      runs += 1;
      bytes += end - start;
    }
    start = piece.indexOf(0, end);
  }
  return runs === 0
    ? null
    : finding('nul-run', record, Object.freeze({ start: at + first, end: at + last }), { bytes, runs });
}
