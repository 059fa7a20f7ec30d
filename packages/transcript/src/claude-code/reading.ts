import type { Finding } from '../findings.ts';
import { nulRun } from '../nul.ts';
import { type Segment, Splitter } from '../splitter.ts';
import type { Reading, RunIdentity, TranscriptRecord } from '../types.ts';
import { Drafter } from './drafter.ts';
import { Holding } from './holding.ts';
import { Settling } from './settling.ts';

export const FORMAT = 'claude-code';
const READER = 'claude-code/2';

/**
 * Reads a Claude Code transcript (§2): each record is drafted while its skeleton lasts, held while a message of the queue
 * before it is undecided, and then settled, all in file order.
 */
export class ClaudeCodeReading implements Reading {
  readonly format = FORMAT;
  readonly reader = READER;
  readonly #splitter = new Splitter();
  readonly #drafter = new Drafter();
  readonly #holding = new Holding();
  readonly #settling = new Settling();
  #count = 0;
  #end = 0;
  #ended = false;

  push(chunk: Uint8Array, own?: boolean): TranscriptRecord[] {
    this.#mustBeOpen();
    const records: TranscriptRecord[] = [];
    this.#splitter.push(chunk, (segment) => this.#take(segment, records), own);
    return records;
  }

  finish(): {
    readonly records: TranscriptRecord[];
    readonly tail: Uint8Array;
    readonly findings: readonly Finding[];
  } {
    this.#mustBeOpen();
    const records: TranscriptRecord[] = [];
    const tail = this.#splitter.finish((segment) => this.#take(segment, records));
    this.#ended = true;
    for (const draft of this.#holding.end()) {
      records.push(this.#settling.settle(draft));
    }
    const inTail = nulRun(tail, this.#end, null);
    const findings = [...this.#settling.ended(), ...(inTail === null ? [] : [inTail])];
    return { records, tail, findings: Object.freeze(findings) };
  }

  identity(): RunIdentity | null {
    return this.#drafter.identity();
  }

  #mustBeOpen(): void {
    if (this.#ended) {
      throw new TypeError('the reading is finished');
    }
  }

  #take(segment: Segment, records: TranscriptRecord[]): void {
    const draft = this.#drafter.draft(segment, this.#count);
    this.#count += 1;
    this.#end = segment.span.end;
    // Most records follow no undecided message.
    if (this.#holding.isEmpty && draft.enqueued === null) {
      records.push(this.#settling.settle(draft));
      return;
    }
    for (const decided of this.#holding.hold(draft)) {
      records.push(this.#settling.settle(decided));
    }
  }
}
