import type { Piece } from '../document/piece.ts';
import { shownOf } from '../document/shown.ts';
import { beside, type Place, type Said, type Teller } from '../document/telling.ts';
import { type Finding, finding, nameFrom } from '../findings.ts';
import { isObject, stringAt } from '../json/field.ts';
import type { Scanned } from '../json/tape.ts';
import type { Producer, RunIdentity, Span } from '../types.ts';
import { Conversation } from './conversation.ts';
import { type Info, infoOf } from './info.ts';
import { info, record } from './keys.ts';
import { type Parts, partsIn } from './parts.ts';

export const FORMAT = 'opencode';
const READER = 'opencode/3';

/** An answer that was broken off is shown to the model as far as it came; any other that failed is not. */
const ABORTED = 'MessageAbortedError';

const SEEN = ['parts'] as const;

/** An export of OpenCode (§5). What the model saw of a message is made of its `parts`. */
export class OpenCodeTeller implements Teller {
  readonly format = FORMAT;
  readonly reader = READER;
  readonly recordsLosses = true;
  readonly #conversation = new Conversation();
  #session: string | null = null;
  /** The session that the first message names. */
  #named: string | null = null;
  #last: Span = Object.freeze({ start: 0, end: 0 });

  tell({ part, object }: Piece, place: Place): Said {
    this.#last = place.span;
    if (part === 'document' || part === 'document-end') {
      this.#readSession(object, place);
      const departures = part === 'document' ? [] : this.#conversation.prune(Number.POSITIVE_INFINITY);
      return { ...beside(part), departures };
    }
    if (object === null || !isObject(object, 0)) {
      return this.#unknown('info', null, place);
    }
    if (!record.read(object, 0)) {
      return this.#ambiguous('the record', place);
    }
    const entry = record.found[record.slot.info] as number;
    const list = record.found[record.slot.parts] as number;
    if (!isObject(object, entry)) {
      return this.#unknown('info', null, place);
    }
    const told = infoOf(object, entry);
    if (told === null) {
      return this.#ambiguous('info', place);
    }
    this.#named ??= stringAt(object, info.found[info.slot.sessionID] as number)?.toWellFormed() ?? null;
    return this.#message(object, told, list, place);
  }

  ended(records: number): readonly Finding[] {
    return this.#conversation.ended(records, this.#last);
  }

  identity(isEnd: boolean): RunIdentity | null {
    const session = this.#session ?? (isEnd ? this.#named : null);
    return session === null ? null : Object.freeze({ key: `${FORMAT}:${session}`, label: session, follows: null });
  }

  #readSession(object: Scanned | null, place: Place): void {
    if (object === null) {
      return;
    }
    if (!record.read(object, 0)) {
      this.#ambiguous('the document', place);
      return;
    }
    const entry = record.found[record.slot.info] as number;
    if (isObject(object, entry) && info.read(object, entry)) {
      this.#session ??= stringAt(object, info.found[info.slot.id] as number)?.toWellFormed() ?? null;
    }
  }

  #message(object: Scanned, told: Info, list: number, place: Place): Said {
    const departures = this.#conversation.come(told, place);
    const { id, role } = told;
    if (role !== 'user' && role !== 'assistant') {
      return { ...this.#unknown('info.role', nameFrom(role), place), id, departures };
    }
    const parts = partsIn(object, list);
    for (const position of parts.ambiguous) {
      this.#ambiguous(`parts[${position}]`, place);
    }
    for (const position of parts.untyped) {
      this.#unknown(`parts[${position}].type`, null, place);
    }
    const producer = producerOf(role, parts);
    if (told.hasFailed && told.error !== ABORTED) {
      return { ...beside('error', producer, id), departures };
    }
    const context = shownOf(object, record, SEEN);
    if (context === null) {
      return { ...beside('no-content', producer, id), departures };
    }
    this.#conversation.enter(told, parts, context.span, place);
    return { reason: reasonOf(told, role, parts), id, context, producer, generated: parts.generated, departures };
  }

  #unknown(key: string, type: string | null, { index, span, findings }: Place): Said {
    findings.push(finding('unknown-record-type', index, span, { key, type }));
    return beside(type ?? 'unknown');
  }

  #ambiguous(object: string, { index, span, findings }: Place): Said {
    findings.push(finding('duplicate-key', index, span, { object }));
    return beside('duplicate-key');
  }
}

/** Of what stands in the operator's place, what the program itself wrote is the program's. */
function producerOf(role: 'user' | 'assistant', { isTyped }: Parts): Producer {
  return role === 'assistant' ? 'model' : isTyped ? 'operator' : 'harness';
}

function reasonOf({ isSummary }: Info, role: string, { compaction }: Parts): string {
  if (compaction !== null) {
    return `${role}/compaction`;
  }
  return isSummary ? `${role}/compact-summary` : role;
}
