import { LINE_FEED } from '../bytes.ts';
import { damageOf, surrogatesIn } from '../damage.ts';
import { type Finding, finding } from '../findings.ts';
import { nulRun } from '../nul.ts';
import type { Reading, RunIdentity, Span, TranscriptRecord } from '../types.ts';
import type { Piece } from './piece.ts';
import { beside, type Said, type Teller } from './telling.ts';

/** What divides a file into pieces. */
export interface Pieces {
  /** @param own - as of `Reading.push` */
  push(chunk: Uint8Array, take: (piece: Piece) => void, own?: boolean): void;
  finish(take: (piece: Piece) => void): Uint8Array;
  /** What closes the file and is a part of its tail, once it is finished; null where nothing does. */
  closing?(): Piece | null;
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

  push(chunk: Uint8Array, own?: boolean): TranscriptRecord[] {
    this.#mustBeOpen();
    const records: TranscriptRecord[] = [];
    this.#pieces.push(chunk, (piece) => records.push(this.#record(piece)), own);
    return records;
  }

  finish(): ReturnType<Reading['finish']> {
    this.#mustBeOpen();
    const records: TranscriptRecord[] = [];
    const rest = this.#pieces.finish((piece) => records.push(this.#record(piece)));
    this.#ended = true;
    const { record, closing, findings } = this.#close();
    if (record !== null) {
      records.push(record);
    }
    const tail = record === null ? rest : rest.subarray(record.gap.length + record.bytes.length);
    findings.unshift(...this.#teller.ended(this.#count));
    note(findings, nulRun(tail, this.#end, null));
    return { records, tail, findings: Object.freeze(findings), closing };
  }

  identity(): RunIdentity | null {
    return this.#teller.identity(this.#ended);
  }

  #mustBeOpen(): void {
    if (this.#ended) {
      throw new TypeError('the reading is finished');
    }
  }

  /** What closes a document is a record only where something leaves because of it; else it is heard, and stays in the tail. */
  #close(): { record: TranscriptRecord | null; closing: Span | null; findings: Finding[] } {
    const piece = this.#pieces.closing?.() ?? null;
    if (piece === null) {
      return { record: null, closing: null, findings: [] };
    }
    const findings: Finding[] = [];
    const said = this.#teller.tell(piece, { index: this.#count, span: piece.span, findings });
    return said.departures.length > 0
      ? { record: this.#record(piece, { said, findings }), closing: null, findings: [] }
      : { record: null, closing: piece.span, findings: findings.map((one) => ({ ...one, record: null })) };
  }

  #record(piece: Piece, told?: { readonly said: Said; readonly findings: readonly Finding[] }): TranscriptRecord {
    const { part, gap, bytes, span, object } = piece;
    const index = this.#count;
    const findings: Finding[] = told === undefined ? [] : [...told.findings];
    if (index === 0 && !this.#teller.recordsLosses) {
      findings.push(finding('compaction-unobservable', index, span));
    }
    const isTorn = object === null && (part === 'message' || part === 'line');
    if (isTorn || part === 'line') {
      findings.push(...damageOf(piece, index));
    } else {
      this.#findDamage(piece, index, findings);
    }
    const said = told?.said ?? (isTorn ? beside('torn') : this.#teller.tell(piece, { index, span, findings }));
    if (said.context !== null && object?.surrogates === true) {
      note(findings, surrogatesIn(piece, index, said.context.span));
    }
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
  #findDamage({ part, gap, span }: Piece, index: number, findings: Finding[]): void {
    const isFirst = part !== 'message' || this.#last !== 'message';
    let divides = isFirst;
    let hasNul = false;
    // A gap is short, and a call into the host costs more than to look at each of its bytes.
    for (let at = 0; at < gap.length; at += 1) {
      const byte = gap[at] as number;
      divides ||= byte === COMMA || byte === LINE_FEED;
      hasNul ||= byte === 0;
    }
    if (hasNul) {
      note(findings, nulRun(gap, span.start - gap.length, index));
    }
    if (!divides) {
      findings.push(finding('welded-records', index, span));
    }
  }
}

function note(findings: Finding[], one: Finding | null): void {
  if (one !== null) {
    findings.push(one);
  }
}
