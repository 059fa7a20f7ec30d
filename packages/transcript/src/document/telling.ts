import type { Finding } from '../findings.ts';
import type { Departure, Producer, RunIdentity, Span } from '../types.ts';
import type { Piece } from './piece.ts';

/** Where a record lies, and the findings about it, which may be added to. */
export interface Place {
  readonly index: number;
  readonly span: Span;
  readonly findings: Finding[];
}

/** What a format says of one record. */
export interface Said {
  readonly reason: string;
  readonly id: string | null;
  /** What the model saw, relative to the record's bytes; null iff it is beside. */
  readonly context: { readonly path: string; readonly span: Span } | null;
  readonly producer: Producer | null;
  readonly generated: string | null;
  readonly departures: readonly Departure[];
}

/** How one format reads its records, in file order, each while its skeleton lasts. */
export interface Teller {
  /** Name of the format. */
  readonly format: string;
  /** Name and version of the reader. */
  readonly reader: string;
  /** Whether the format records what leaves the context, so that a loss that is not recorded is none. */
  readonly recordsLosses: boolean;
  /** Says what a record is that is not torn. */
  tell(piece: Piece, place: Place): Said;
  /** What is true of a file that ends here, after so many records. */
  ended(records: number): readonly Finding[];
  /** The run's identity, as soon as no later record can change it; at the end of the file by what there was. */
  identity(isEnd: boolean): RunIdentity | null;
}

const NOTHING: readonly never[] = Object.freeze([]);

/** A record that the model did not see. */
export function beside(reason: string, producer: Producer | null = null, id: string | null = null): Said {
  return { reason, id, context: null, producer, generated: null, departures: NOTHING };
}

/** What left, for one reason; nothing when no part did. */
export function departed(
  cause: Departure['cause'],
  by: Departure['by'],
  parts: Departure['parts'],
): readonly Departure[] {
  return parts.length === 0 ? NOTHING : Object.freeze([Object.freeze({ cause, by, parts })]);
}
