import { damageOf, surrogatesIn } from '../damage.ts';
import { type Finding, finding } from '../findings.ts';
import { bytesAt, isString, isWrittenAs, stringAt } from '../json/field.ts';
import { endOf, type Scanned, startOf } from '../json/tape.ts';
import { textOf } from '../json/value.ts';
import type { Segment } from '../splitter.ts';
import type { RunIdentity, Span } from '../types.ts';
import { BlockReader } from './blocks.ts';
import { boundaryOf } from './boundary.ts';
import { ambiguous, beside, type Classified, classify } from './classify.ts';
import { type Draft, type Effect, PARENT } from './draft.ts';
import { found, record } from './keys.ts';
import { clearanceOf } from './micro.ts';
import { type Enqueued, MessageQueue } from './queue.ts';
import { ALONE, type Standing, Standings } from './standing.ts';

const NOTHING: readonly never[] = Object.freeze([]);

/**
 * Reads records one by one while their skeletons last: all the rules that need no knowledge of the context. It remembers
 * the uuids, the side-chains, calls that generate, and marks of what was said.
 */
export class Drafter {
  readonly #blocks = new BlockReader();
  readonly #standings = new Standings();
  readonly #queue = new MessageQueue();
  /** As written. */
  #version: Uint8Array | null = null;

  identity(): RunIdentity | null {
    return this.#standings.identity();
  }

  /** Reads the next segment of the file. */
  draft(segment: Segment, index: number): Draft {
    const { span, object } = segment;
    const findings = damageOf(segment, index);
    if (object === null) {
      return drafted(segment, index, beside('torn'), ALONE, findings, null, false, null);
    }
    const isReadable = record.read(object, 0);
    const standing = isReadable ? this.#standings.of(object, span, index, findings) : ALONE;
    const classified = standing.instead ?? (isReadable ? classify(object, this.#blocks) : ambiguous('the record'));
    for (const { code, facts } of classified.oddities) {
      findings.push(finding(code, index, span, facts));
    }
    if (!isReadable || standing.instead !== null) {
      return drafted(segment, index, classified, standing, findings, null, false, null);
    }
    const effect = this.#effectOf(object, classified, standing);
    if (effect?.kind === 'compaction' && effect.boundary.ambiguous !== null) {
      findings.push(finding('duplicate-key', index, span, { object: effect.boundary.ambiguous }));
    }
    const interrupts = this.#isOtherVersion(object) || classified.resumes || classified.message?.synthetic === true;
    return drafted(
      segment,
      index,
      classified,
      standing,
      findings,
      effect,
      interrupts,
      this.#queued(object, classified, index, span, findings),
    );
  }

  #effectOf(object: Scanned, { reason }: Classified, { inTree, parent }: Standing): Effect | null {
    switch (reason) {
      case 'system/compact_boundary':
        return { kind: 'compaction', boundary: boundaryOf(object, this.#standings.seen) };
      case 'system/microcompact_boundary':
        return { kind: 'micro-compaction', clearance: clearanceOf(object, this.#standings.seen) };
      default:
        return inTree && parent === PARENT.root ? { kind: 'root' } : null;
    }
  }

  /** Whether another version wrote this record than the one before. */
  #isOtherVersion(object: Scanned): boolean {
    const version = found('version');
    if (!isString(object, version) || (this.#version !== null && isWrittenAs(object, version, this.#version))) {
      return false;
    }
    const isOther = this.#version !== null;
    this.#version = bytesAt(object, version).slice();
    return isOther;
  }

  /** What the record says of the queue, or of what was said outside of it (§2, rule 4). */
  #queued(
    object: Scanned,
    { reason, message }: Classified,
    index: number,
    span: Span,
    findings: Finding[],
  ): Enqueued | null {
    if (reason === 'user' || reason === 'user/compact-summary') {
      for (const entry of message?.blocks.texts ?? NOTHING) {
        this.#queue.heard(textOf(object, entry));
      }
    }
    if (reason !== 'queue-operation') {
      return null;
    }
    switch (stringAt(object, found('operation'))) {
      case 'enqueue':
        return this.#queue.put(object);
      case 'dequeue':
        this.#queue.dequeue();
        return null;
      case 'popAll':
        this.#queue.popAll();
        return null;
      case 'remove':
        if (this.#queue.remove()) {
          findings.push(finding('queued-message-late', index, span));
        }
        return null;
      default:
        return null;
    }
  }
}

function drafted(
  segment: Segment,
  index: number,
  { reason, shown, producer, generated, message, resumes }: Classified,
  { id, inTree, parent, chain }: Standing,
  findings: Finding[],
  effect: Effect | null,
  interrupts: boolean,
  enqueued: Enqueued | null,
): Draft {
  const { gap, bytes, span, object } = segment;
  const context = shown === null || object === null ? null : contextAt(object, shown);
  const halves = context === null ? null : surrogatesIn(segment, index, context.span);
  if (halves !== null) {
    findings.push(halves);
  }
  return {
    index,
    id,
    gap,
    bytes,
    span,
    reason,
    context,
    producer,
    generated,
    chain,
    findings,
    inTree,
    parent,
    effect,
    answer: message?.id ?? null,
    sent: message?.sent ?? null,
    calls: message?.blocks.calls ?? NOTHING,
    results: message?.blocks.results ?? NOTHING,
    resumes,
    interrupts,
    enqueued,
  };
}

function contextAt({ tape }: Scanned, { path, entry }: { readonly path: string; readonly entry: number }) {
  return Object.freeze({ path, span: Object.freeze({ start: startOf(tape, entry), end: endOf(tape, entry) }) });
}
