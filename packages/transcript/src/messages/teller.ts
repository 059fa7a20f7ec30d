import { type Caller, Calls } from '../claude-code/calls.ts';
import type { Piece } from '../document/piece.ts';
import { shownOf } from '../document/shown.ts';
import { beside, type Place, type Said, type Teller } from '../document/telling.ts';
import { type Finding, finding, nameFrom } from '../findings.ts';
import { isObject, stringAt } from '../json/field.ts';
import type { Scanned } from '../json/tape.ts';
import type { Producer, RunIdentity } from '../types.ts';
import { blocksOf, type Said as SaidOfCalls, toolCallsOf } from './calls.ts';
import { DigestIdentity } from './identity.ts';
import { document, found, message, metadata, roles } from './keys.ts';

const NOTHING: readonly never[] = Object.freeze([]);

/** What is particular to a family of message arrays. */
export interface Dialect {
  readonly format: string;
  readonly reader: string;
  /** The members of a message that the model sees. */
  readonly shown: readonly (keyof typeof message.slot)[];
  /** What a message says of calls; `message` has been read. */
  calls(object: Scanned): SaidOfCalls;
}

export const OPENAI: Dialect = {
  format: 'openai-messages',
  reader: 'openai-messages/2',
  shown: ['content', 'refusal', 'tool_calls', 'function_call'],
  calls: toolCallsOf,
};

export const ANTHROPIC: Dialect = {
  format: 'anthropic-messages',
  reader: 'anthropic-messages/2',
  shown: ['content'],
  calls: blocksOf,
};

const PRODUCERS: ReadonlyMap<string, Producer> = new Map([
  ['assistant', 'model'],
  ['developer', 'harness'],
  ['function', 'tool'],
  ['system', 'harness'],
  ['tool', 'tool'],
  ['user', 'operator'],
]);

/** What programs call a message that they made out of those it stands for. */
const SUMMARIES: ReadonlySet<string> = new Set(['compaction', 'compaction_summary']);

/**
 * An array of messages, by itself or in an object (§5). What the model saw of a message is its `content`; where it sees
 * calls beside that, all of the message. An array says nothing of what was dropped from it.
 */
export class MessagesTeller implements Teller {
  readonly format: string;
  readonly reader: string;
  readonly recordsLosses = false;
  readonly #dialect: Dialect;
  readonly #calls = new Calls();
  readonly #identity: DigestIdentity;
  readonly #callers: Caller[] = [];
  /** Whether the document has said all that could name its session. */
  #isNamed = false;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
    this.format = dialect.format;
    this.reader = dialect.reader;
    this.#identity = new DigestIdentity(dialect.format);
  }

  tell({ part, bytes, object }: Piece, place: Place): Said {
    if (part === 'document' || part === 'document-end') {
      this.#readMembers(object, place);
      this.#isNamed ||= object === null || part === 'document-end';
      return beside(part);
    }
    if (object === null || !isObject(object, 0)) {
      return this.#unknown(null, place);
    }
    if (!message.read(object, 0)) {
      place.findings.push(finding('duplicate-key', place.index, place.span, { object: 'the record' }));
      return beside('duplicate-key');
    }
    const role = roles.textAt(object, found('role'));
    const ofRole = PRODUCERS.get(role ?? '');
    const id = stringAt(object, found('id'));
    if (role === null || ofRole === undefined) {
      return { ...this.#unknown(nameFrom(role), place), id };
    }
    this.#identity.see(bytes, ofRole === 'harness');
    const context = shownOf(object, message, this.#dialect.shown);
    const isSummary = role === 'user' && this.#isSummary(object);
    const { calls, results, ambiguous } = this.#dialect.calls(object);
    for (const one of ambiguous) {
      place.findings.push(finding('duplicate-key', place.index, place.span, { object: one }));
    }
    const producer = isSummary ? 'harness' : results.length > 0 ? 'tool' : ofRole;
    if (calls.length > 0 || results.length > 0) {
      const { index, span, findings } = place;
      this.#calls.enter({ index, span, findings, calls, results, answer: null });
    }
    if (calls.length > 0) {
      this.#callers.push({ record: place.index, place: place.span, calls });
    }
    if (context === null) {
      return beside('no-content', producer, id);
    }
    const reason = isSummary ? 'user/compact-summary' : role;
    return { reason, id, context, producer, generated: null, departures: NOTHING };
  }

  ended(records: number): readonly Finding[] {
    const findings: Finding[] = [];
    this.#calls.ended(this.#callers, records, findings);
    return findings;
  }

  identity(isEnd: boolean): RunIdentity | null {
    return this.#identity.given(this.#isNamed, isEnd);
  }

  #readMembers(object: Scanned | null, { index, span, findings }: Place): void {
    if (object === null) {
      return;
    }
    if (!document.read(object, 0)) {
      findings.push(finding('duplicate-key', index, span, { object: 'the document' }));
      return;
    }
    const { found: members, slot } = document;
    this.#identity.named(stringAt(object, members[slot.sessionId] as number));
    this.#identity.named(stringAt(object, members[slot.session_id] as number));
  }

  #unknown(role: string | null, { index, span, findings }: Place): Said {
    findings.push(finding('unknown-record-type', index, span, { key: 'role', type: role }));
    return beside(role ?? 'unknown');
  }

  #isSummary(object: Scanned): boolean {
    const value = found('metadata');
    return (
      isObject(object, value) &&
      metadata.read(object, value) &&
      SUMMARIES.has(stringAt(object, metadata.found[metadata.slot.kind] as number) ?? '')
    );
  }
}
