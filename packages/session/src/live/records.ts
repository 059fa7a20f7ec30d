import type { Producer } from '@ken/transcript';
import type { Admission } from '../sealing.ts';

/** Plain facts that a host has to say of something. */
export type Note = Readonly<Record<string, string | number | boolean | null>>;

/**
 * What a record is that Ken itself writes into a live run, beside the context: how it begins; what its host has to say; what
 * leaves; or that the bytes behind it are those of a material, which only Ken's own delivery writes.
 */
const kinds = ['opening', 'note', 'omission', 'delivery'] as const;
export type LiveRecordKind = (typeof kinds)[number];

/** A record that Ken wrote into a live run. */
export interface LiveRecord {
  readonly record: LiveRecordKind;
  /** When, by the clock of the host; ISO 8601. A claim. */
  readonly at: string;
  readonly says: Note;
}

const SCHEMA = 'ken_live_v0';

/** A record that has no place in a run yet. */
export type Unplaced = Omit<Admission, 'index' | 'gap' | 'span'>;

/** The bytes of a record that Ken writes: one line of JSON. */
export const noteBytes = (record: LiveRecordKind, says: Note, at: Date): Uint8Array =>
  new TextEncoder().encode(JSON.stringify({ schema: SCHEMA, record, at: at.toISOString(), says: { ...says } }));

/** A record beside the context, which the harness made. */
export const besideRecord = (bytes: Uint8Array, reason: string): Unplaced => ({
  bytes,
  place: 'beside',
  reason,
  context: null,
  producer: 'harness',
  generated: null,
  departures: [],
  retrieves: null,
});

/** A record in the context, whole. */
export const shownRecord = (
  bytes: Uint8Array,
  producer: Producer,
  reason: string,
  rest: { readonly generated?: string | undefined; readonly retrieves?: number } = {},
): Unplaced => ({
  bytes,
  place: 'context',
  reason,
  context: { path: '', span: { start: 0, end: bytes.length } },
  producer,
  generated: rest.generated ?? null,
  departures: [],
  retrieves: rest.retrieves ?? null,
});

const isFact = (value: unknown): value is Note[string] =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** Reads a record that Ken wrote into a live run; undefined for any other bytes. */
export const readLiveRecord = (bytes: Uint8Array): LiveRecord | undefined => {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { schema, record, at, says } = value as { readonly [key: string]: unknown };
  const known = kinds.find((kind) => kind === record);
  if (schema !== SCHEMA || known === undefined || typeof at !== 'string' || typeof says !== 'object' || says === null)
    return undefined;
  const facts = Object.entries(says);
  return facts.every(([, fact]) => isFact(fact)) ? { record: known, at, says: Object.fromEntries(facts) } : undefined;
};

/** Misuse unless a host's facts are plain, and read back as what they are. */
export const checkNote = (note: Note): void => {
  const isPlain = typeof note === 'object' && note !== null && !('toJSON' in note);
  const isKept = (fact: unknown): boolean => isFact(fact) && (typeof fact !== 'number' || Number.isFinite(fact));
  if (!isPlain || !Object.values(note).every(isKept))
    throw new TypeError('a note has texts, finite numbers, booleans and null, and nothing else');
};

/** Misuse unless a text can be kept: not blank, and without lone surrogates. */
export const checkText = (text: string, what: string): void => {
  if (typeof text !== 'string' || text.trim() === '' || !text.isWellFormed())
    throw new TypeError(`${what} is well-formed text and not blank`);
};
