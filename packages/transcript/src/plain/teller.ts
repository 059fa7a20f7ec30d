import type { Piece } from '../document/piece.ts';
import { shownOf } from '../document/shown.ts';
import { beside, type Place, type Said, type Teller } from '../document/telling.ts';
import { type Finding, finding, nameFrom } from '../findings.ts';
import { isPresent, stringAt } from '../json/field.ts';
import { DigestIdentity } from '../messages/identity.ts';
import type { Producer, RunIdentity } from '../types.ts';
import { found, record } from './keys.ts';

export const FORMAT = 'plain';
const READER = 'plain/1';

const NOTHING: readonly never[] = Object.freeze([]);

/** The roles: four of its own, and those that other forms have for the same. */
export const PRODUCERS: ReadonlyMap<string, Producer> = new Map([
  ['operator', 'operator'],
  ['user', 'operator'],
  ['model', 'model'],
  ['assistant', 'model'],
  ['tool', 'tool'],
  ['harness', 'harness'],
  ['system', 'harness'],
]);

const TEXT = ['text'] as const;
const CONTENT = ['content'] as const;

/** The plain form; `plain` in `format.ts` says how it is written. */
export class PlainTeller implements Teller {
  readonly format = FORMAT;
  readonly reader = READER;
  readonly recordsLosses = false;
  readonly #identity = new DigestIdentity(FORMAT);
  readonly #seen = new Map<string, number>();
  #isFirst = true;

  tell({ bytes, object }: Piece, { index, span, findings }: Place): Said {
    if (object === null || !record.read(object, 0)) {
      findings.push(finding('duplicate-key', index, span, { object: 'the record' }));
      return beside('duplicate-key');
    }
    if (this.#isFirst) {
      this.#identity.named(stringAt(object, found('session')));
      this.#isFirst = false;
    }
    const id = stringAt(object, found('id'));
    const first = id === null ? undefined : this.#seen.get(id);
    if (first !== undefined) {
      findings.push(finding('record-repeated', index, span, { first }));
      return beside('repeat', null, id);
    }
    if (id !== null) {
      this.#seen.set(id, index);
    }
    const role = stringAt(object, found('role'));
    const producer = PRODUCERS.get(role ?? '');
    if (role === null || producer === undefined) {
      const type = nameFrom(role);
      findings.push(finding('unknown-record-type', index, span, { key: 'role', type }));
      return beside(type ?? 'unknown', null, id);
    }
    this.#identity.see(bytes, producer === 'harness');
    const context = shownOf(object, record, isPresent(object, found('text')) ? TEXT : CONTENT);
    return context === null
      ? beside('no-content', producer, id)
      : { reason: role, id, context, producer, generated: null, departures: NOTHING };
  }

  ended(): readonly Finding[] {
    return NOTHING;
  }

  identity(isEnd: boolean): RunIdentity | null {
    return this.#identity.given(!this.#isFirst, isEnd);
  }
}
