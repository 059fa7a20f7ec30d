import type { Piece } from '../document/piece.ts';
import { shownOf, spanAt } from '../document/shown.ts';
import { beside, type Place, type Said, type Teller } from '../document/telling.ts';
import { type Finding, finding, nameFrom } from '../findings.ts';
import { countAt, isObject, itemsAt, stringAt } from '../json/field.ts';
import { NONE, type Scanned } from '../json/tape.ts';
import type { Producer, RunIdentity } from '../types.ts';
import { Conversation } from './conversation.ts';
import { found, record, set, tokens, types } from './keys.ts';
import { toolCallsIn } from './tool-calls.ts';

export const FORMAT = 'gemini';
const READER = 'gemini/2';

/** Who makes the messages that the model sees. */
const PRODUCERS: ReadonlyMap<string, Producer> = new Map([
  ['user', 'operator'],
  ['gemini', 'model'],
]);

/** The members of a message that the model sees. */
const SEEN = ['content', 'toolCalls'] as const;

/** Messages that the program shows to the person alone. */
const NOTICES: ReadonlySet<string> = new Set(['error', 'info', 'warning']);

const NO_CALLS = Object.freeze({ calls: [], results: [], generated: null, ambiguous: [] });

/**
 * Gemini CLI, as one document or record by record (§4). What the model saw of a message is its `content`, or its
 * `toolCalls`, which hold call and result; of one that has both, all of it, as a context span is one value.
 */
export class GeminiTeller implements Teller {
  readonly format = FORMAT;
  readonly reader = READER;
  readonly recordsLosses = false;
  readonly #conversation = new Conversation();
  #session: string | null = null;
  /** The id of the first message: a file that lost its beginning has no other name. */
  #first: string | null = null;

  tell({ part, object }: Piece, place: Place): Said {
    if (part === 'document' || part === 'document-end') {
      this.#readMembers(object, place);
      return beside(part);
    }
    if (object === null || !isObject(object, 0)) {
      return this.#unknown('type', null, place);
    }
    if (!record.read(object, 0)) {
      place.findings.push(finding('duplicate-key', place.index, place.span, { object: 'the record' }));
      return beside('duplicate-key');
    }
    const target = stringAt(object, found('$rewindTo'));
    if (target !== null) {
      return { ...beside('rewind', 'operator'), departures: this.#conversation.rewind(target, place) };
    }
    const id = stringAt(object, found('id'));
    if (id !== null || found('type') !== NONE) {
      return this.#message(object, id, place);
    }
    if (isObject(object, found('$set'))) {
      return this.#set(object, found('$set'), place);
    }
    if (stringAt(object, found('sessionId')) !== null) {
      this.#named(stringAt(object, found('sessionId')));
      return beside('metadata');
    }
    return this.#unknown('type', null, place);
  }

  ended(records: number): readonly Finding[] {
    return this.#conversation.ended(records);
  }

  identity(isEnd: boolean): RunIdentity | null {
    if (this.#session !== null) {
      return Object.freeze({ key: `${FORMAT}:${this.#session}`, label: this.#session, follows: null });
    }
    return isEnd && this.#first !== null
      ? Object.freeze({ key: `${FORMAT}:message/${this.#first}`, label: null, follows: null })
      : null;
  }

  #readMembers(object: Scanned | null, { index, span, findings }: Place): void {
    if (object === null) {
      return;
    }
    if (!record.read(object, 0)) {
      findings.push(finding('duplicate-key', index, span, { object: 'the document' }));
      return;
    }
    this.#named(stringAt(object, found('sessionId')));
  }

  /** The first name counts. A lone surrogate cannot be encoded; what stands for it keeps the key the same each time. */
  #named(session: string | null): void {
    this.#session ??= session?.toWellFormed() ?? null;
  }

  #unknown(key: string, type: string | null, { index, span, findings }: Place): Said {
    findings.push(finding('unknown-record-type', index, span, { key, type }));
    return beside(type ?? 'unknown');
  }

  #message(object: Scanned, id: string | null, place: Place): Said {
    this.#first ??= id?.toWellFormed() ?? null;
    const { rank, left } = this.#conversation.replace(id, place);
    const type = types.textAt(object, found('type'));
    const producer = PRODUCERS.get(type ?? '');
    if (type === null || producer === undefined) {
      const isNotice = type !== null && NOTICES.has(type);
      const said = isNotice ? beside(type, 'harness') : this.#unknown('type', nameFrom(type), place);
      return { ...said, id, departures: left };
    }
    const list = found('toolCalls');
    const size = found('tokens');
    const context = shownOf(object, record, SEEN);
    const calls = producer === 'model' ? toolCallsIn(object, list) : NO_CALLS;
    for (const position of calls.ambiguous) {
      const facts = { object: `toolCalls[${position}]` };
      place.findings.push(finding('duplicate-key', place.index, place.span, facts));
    }
    const sent = isObject(object, size) && tokens.read(object, size) ? (tokens.found[tokens.slot.input] ?? NONE) : NONE;
    this.#conversation.sent(countAt(object, sent) ?? 0, id, place);
    if (context === null) {
      return { ...beside('no-content', producer, id), departures: left };
    }
    this.#conversation.enter(rank, context.span, calls, place);
    return { reason: type, id, context, producer, generated: calls.generated, departures: left };
  }

  /** Metadata is set, or with it the list of all messages. */
  #set(object: Scanned, value: number, place: Place): Said {
    if (!set.read(object, value)) {
      place.findings.push(finding('duplicate-key', place.index, place.span, { object: '$set' }));
      return beside('duplicate-key');
    }
    this.#named(stringAt(object, set.found[set.slot.sessionId] as number));
    const list = set.found[set.slot.messages] as number;
    const context = shownOf(object, set, ['messages'], '$set.');
    if (context === null) {
      return beside('set');
    }
    const messages: { readonly id: string; readonly span: ReturnType<typeof spanAt> }[] = [];
    for (const item of itemsAt(object, list)) {
      const id = isObject(object, item) && record.read(object, item) ? stringAt(object, found('id')) : null;
      if (id !== null) {
        messages.push({ id, span: spanAt(object, item) });
      }
    }
    const departures = this.#conversation.setTo(messages, context.span, place);
    return { reason: 'set/messages', id: null, context, producer: 'harness', generated: null, departures };
  }
}
