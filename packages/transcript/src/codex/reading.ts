import type { Finding } from '../findings.ts';
import { nulRun } from '../nul.ts';
import { type Segment, Splitter } from '../splitter.ts';
import type { Reading, RunIdentity, TranscriptRecord } from '../types.ts';
import { Drafter } from './drafter.ts';
import { Settling } from './settling.ts';

export const FORMAT = 'codex';
const READER = 'codex/1';

/** Reads a Codex CLI transcript (§3): each line is drafted while its skeleton lasts and settled at once. */
export class CodexReading implements Reading {
  readonly format = FORMAT;
  readonly reader = READER;
  readonly #splitter = new Splitter();
  readonly #drafter = new Drafter();
  readonly #settling = new Settling();
  #count = 0;
  #end = 0;
  #ended = false;

  push(chunk: Uint8Array): TranscriptRecord[] {
    this.#mustBeOpen();
    const records: TranscriptRecord[] = [];
    this.#splitter.push(chunk, (segment) => records.push(this.#read(segment)));
    return records;
  }

  finish(): {
    readonly records: TranscriptRecord[];
    readonly tail: Uint8Array;
    readonly findings: readonly Finding[];
  } {
    this.#mustBeOpen();
    const records: TranscriptRecord[] = [];
    const tail = this.#splitter.finish((segment) => records.push(this.#read(segment)));
    this.#ended = true;
    this.#drafter.ended();
    const inTail = nulRun(tail, this.#end, null);
    const findings = [...this.#settling.ended(), ...(inTail === null ? [] : [inTail])];
    return { records, tail, findings: Object.freeze(findings) };
  }

  /** By the first header with an id; a file without any gets one when it has ended, if the model saw something of it. */
  identity(): RunIdentity | null {
    return this.#drafter.identity();
  }

  #mustBeOpen(): void {
    if (this.#ended) {
      throw new TypeError('the reading is finished');
    }
  }

  #read(segment: Segment): TranscriptRecord {
    const index = this.#count;
    this.#count += 1;
    this.#end = segment.span.end;
    return this.#settling.settle(this.#drafter.draft(segment, index));
  }
}
