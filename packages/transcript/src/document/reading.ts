import { LINE_FEED } from '../bytes.ts';
import { damageOf, surrogatesIn } from '../damage.ts';
import { type Finding, finding } from '../findings.ts';
import { nulRun } from '../nul.ts';
import type { Reading, RunIdentity, TranscriptRecord } from '../types.ts';
import type { Piece } from './piece.ts';
import { beside, type Teller } from './telling.ts';

/** What divides a file into pieces. */
export interface Pieces {
  push(chunk: Uint8Array, take: (piece: Piece) => void): void;
  finish(take: (piece: Piece) => void): Uint8Array;
}

const COMMA = 0x2c;
const NOTHING: readonly never[] = Object.freeze([]);

/** Reads a transcript of a format of which each record can be told when it comes: what holds for all of them. */
export class TellingReading implements Reading {
  readonly format: string;
  readonly reader: string;
  readonly #pieces: Pieces;
  readonly #teller: Teller;
  #count = 0;
  #end = 0;
  #last: Piece['part'] | null = null;
  #ended = false;

  constructor(pieces: Pieces, teller: Teller) {
    this.#pieces = pieces;
    this.#teller = teller;
    this.format = teller.format;
    this.reader = teller.reader;
  }

  push(chunk: Uint8Array): TranscriptRecord[] {
    this.#mustBeOpen();
    const records: TranscriptRecord[] = [];
    this.#pieces.push(chunk, (piece) => records.push(this.#record(piece)));
    return records;
  }

  finish(): {
    readonly records: TranscriptRecord[];
    readonly tail: Uint8Array;
    readonly findings: readonly Finding[];
  } {
    this.#mustBeOpen();
    const records: TranscriptRecord[] = [];
    const tail = this.#pieces.finish((piece) => records.push(this.#record(piece)));
    this.#ended = true;
    const findings = [...this.#teller.ended(this.#count)];
    note(findings, nulRun(tail, this.#end, null));
    return { records, tail, findings: Object.freeze(findings) };
  }

  identity(): RunIdentity | null {
    return this.#teller.identity(this.#ended);
  }

  #mustBeOpen(): void {
    if (this.#ended) {
      throw new TypeError('the reading is finished');
    }
  }

  #record(piece: Piece): TranscriptRecord {
    const { part, gap, bytes, span, object } = piece;
    const index = this.#count;
    const findings: Finding[] = [];
    if (index === 0 && !this.#teller.recordsLosses) {
      findings.push(finding('compaction-unobservable', index, span));
    }
    const isTorn = object === null && (part === 'message' || part === 'line');
    findings.push(...(isTorn || part === 'line' ? damageOf(piece, index) : this.#damageOf(piece, index)));
    const said = isTorn ? beside('torn') : this.#teller.tell(piece, { index, span, findings });
    note(findings, said.context === null ? null : surrogatesIn(piece, index, said.context.span));
    this.#count += 1;
    this.#end = span.end;
    this.#last = part;
    return Object.freeze({
      index,
      id: said.id,
      gap,
      bytes,
      span,
      place: said.context === null ? 'beside' : 'context',
      reason: said.reason,
      context: said.context,
      producer: said.producer,
      chain: null,
      generated: said.generated,
      departures: said.departures,
      findings: findings.length === 0 ? NOTHING : Object.freeze(findings),
    });
  }

  /** What is damaged about a part of a document: there it is a comma that stands between two messages, not a newline. */
  #damageOf({ part, gap, span }: Piece, index: number): Finding[] {
    const findings: Finding[] = [];
    note(findings, gap.length > 1 ? nulRun(gap, span.start - gap.length, index) : null);
    const follows = part === 'message' && this.#last === 'message';
    if (follows && !gap.includes(COMMA) && !gap.includes(LINE_FEED)) {
      findings.push(finding('welded-records', index, span));
    }
    return findings;
  }
}

function note(findings: Finding[], one: Finding | null): void {
  if (one !== null) {
    findings.push(one);
  }
}
