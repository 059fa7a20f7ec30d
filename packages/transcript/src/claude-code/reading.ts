import { LINE_FEED } from '../bytes.ts';
import { type Finding, finding } from '../findings.ts';
import { isPresent, isTrue, stringAt } from '../json/field.ts';
import { endOf, type Scanned, startOf } from '../json/tape.ts';
import { type Segment, Splitter } from '../splitter.ts';
import type { Departure, Reading, RunIdentity, TranscriptRecord } from '../types.ts';
import { BlockReader } from './blocks.ts';
import { boundaryOf } from './boundary.ts';
import { ambiguous, type Classified, classify } from './classify.ts';
import { Context } from './context.ts';
import { Identity } from './identity.ts';
import { record } from './keys.ts';

export const FORMAT = 'claude-code';
const READER = 'claude-code/1';

const NOTHING: readonly never[] = Object.freeze([]);

/** Reads a Claude Code transcript (§2). What it remembers: the active records, the uuids seen, calls that generate. */
export class ClaudeCodeReading implements Reading {
  readonly format = FORMAT;
  readonly reader = READER;
  readonly #splitter = new Splitter();
  readonly #blocks = new BlockReader();
  readonly #context = new Context();
  readonly #identity = new Identity();
  readonly #seen = new Map<string, number>();
  #count = 0;
  #ended = false;

  push(chunk: Uint8Array): TranscriptRecord[] {
    this.#mustBeOpen();
    const records: TranscriptRecord[] = [];
    this.#splitter.push(chunk, (segment) => records.push(this.#read(segment)));
    return records;
  }

  finish(): { readonly records: TranscriptRecord[]; readonly tail: Uint8Array } {
    this.#mustBeOpen();
    const records: TranscriptRecord[] = [];
    const tail = this.#splitter.finish((segment) => records.push(this.#read(segment)));
    this.#ended = true;
    return { records, tail };
  }

  identity(): RunIdentity | null {
    return this.#identity.given(this.#ended);
  }

  #mustBeOpen(): void {
    if (this.#ended) {
      throw new TypeError('the reading is finished');
    }
  }

  #read(segment: Segment): TranscriptRecord {
    const index = this.#count;
    this.#count += 1;
    const { gap, bytes, span, object } = segment;
    const findings: Finding[] = [];
    if (object === null) {
      findings.push(finding('torn-record', index, span, { bytes: bytes.length }));
      return sealed(segment, index, besideAs('torn'), NOTHING, findings);
    }
    if (index > 0 && !gap.includes(LINE_FEED)) {
      findings.push(finding('welded-records', index, span));
    }
    const classified = this.#place(object, segment, index, findings);
    for (const { code, facts } of classified.oddities) {
      findings.push(finding(code, index, span, facts));
    }
    const departures =
      classified.reason === 'system/compact_boundary' ? this.#compact(object, segment, index, findings) : NOTHING;
    const sealedRecord = sealed(segment, index, classified, departures, findings);
    if (sealedRecord.context !== null) {
      this.#context.enter(index, sealedRecord.context.span, isTrue(object, found('isCompactSummary')));
    }
    return sealedRecord;
  }

  /** The rules that come before a record's type: not to be interpreted, repeated (1), in a side-chain (2). */
  #place(object: Scanned, { span }: Segment, index: number, findings: Finding[]): Classified {
    if (!record.read(object, 0)) {
      return ambiguous('the record');
    }
    const uuid = stringAt(object, found('uuid'));
    const first = uuid === null ? undefined : this.#seen.get(uuid);
    if (first !== undefined) {
      findings.push(finding('record-repeated', index, span, { first }));
      return besideAs('repeat');
    }
    const isSidechain = isTrue(object, found('isSidechain'));
    const agent = isSidechain ? stringAt(object, found('agentId')) : null;
    const isFirst = uuid !== null && !this.#identity.hasUuid;
    this.#identity.see(uuid, stringAt(object, found('sessionId')), agent);
    if (uuid !== null) {
      this.#seen.set(uuid, index);
    }
    if (isFirst && isPresent(object, found('parentUuid'))) {
      this.#context.startsMidSession();
      findings.push(finding('starts-mid-session', index, span));
    }
    // In an agent's own file its side-chain is the run itself.
    if (isSidechain && (agent === null || agent !== this.#identity.agent)) {
      return besideAs('side-chain');
    }
    return classify(object, this.#blocks);
  }

  #compact(object: Scanned, { span }: Segment, index: number, findings: Finding[]): readonly Departure[] {
    const boundary = boundaryOf(object, this.#seen);
    const { parts, depth, fromSummary } = this.#context.compact(boundary.keeps);
    if (boundary.ambiguous !== null) {
      findings.push(finding('duplicate-key', index, span, { object: boundary.ambiguous }));
    }
    for (const key of boundary.unresolved) {
      findings.push(finding('compaction-unverifiable', index, span, { key }));
    }
    if (fromSummary) {
      findings.push(finding('generated-from-generated', index, span, { depth }));
    }
    return parts.length === 0
      ? NOTHING
      : Object.freeze([Object.freeze({ cause: 'compaction' as const, by: boundary.by, parts })]);
  }
}

function found(name: keyof typeof record.slot): number {
  return record.found[record.slot[name]] as number;
}

function besideAs(reason: string): Classified {
  return { reason, shown: null, producer: null, generated: null, oddities: [] };
}

function sealed(
  { gap, bytes, span, object }: Segment,
  index: number,
  { reason, shown, producer, generated }: Classified,
  departures: readonly Departure[],
  findings: readonly Finding[],
): TranscriptRecord {
  const context =
    shown === null || object === null
      ? null
      : Object.freeze({
          path: shown.path,
          span: Object.freeze({ start: startOf(object.tape, shown.entry), end: endOf(object.tape, shown.entry) }),
        });
  return Object.freeze({
    index,
    gap,
    bytes,
    span,
    place: context === null ? 'beside' : 'context',
    reason,
    context,
    producer,
    generated,
    departures,
    findings: Object.freeze(findings),
  });
}
