import { type JsonValue, scanJson } from './json/value.ts';

type Told = (record: JsonValue) => JsonValue | undefined;

const stamped: Told = (record) => record.at('timestamp');

/** Where a record of a format says when it was made; forms that are not named here say nothing of it. */
const TOLD: ReadonlyMap<string, Told> = new Map([
  ['claude-code', stamped],
  ['codex', stamped],
  ['gemini', stamped],
  ['opencode', (record) => record.at('info', 'time', 'created')],
]);

/** A time with its zone as agents write it, so that no text is taken for one by what a parser of dates lets pass. */
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;

/**
 * When a record was made, as it claims: in ISO 8601 and UTC, to the millisecond; null where it does not say.
 *
 * @param format the name of the format that the record is of
 * @param bytes the record; not kept
 */
export function timeTold(format: string, bytes: Uint8Array): string | null {
  const told = TOLD.get(format);
  const scanned = told === undefined ? null : scanJson(bytes);
  const value = scanned?.ok === true ? told?.(scanned.value) : undefined;
  if (value === undefined) {
    return null;
  }
  if (value.kind === 'string') {
    return timeIn(value.text());
  }
  if (value.kind !== 'number') {
    return null;
  }
  const { start, end } = value.span;
  return timeIn(Number(Buffer.from(bytes.subarray(start, end)).toString('latin1')));
}

/**
 * A time as agents write it, text in ISO 8601 with its zone or milliseconds since 1970, in UTC and to the millisecond; null for
 * anything else, which must not stand where times are shown.
 */
export function timeIn(value: unknown): string | null {
  if (typeof value === 'string') {
    return ISO.test(value) ? written(Date.parse(value)) : null;
  }
  return typeof value === 'number' ? written(value) : null;
}

/** Milliseconds since 1970 as text; null for what is no time. */
function written(time: number): string | null {
  return Number.isFinite(time) && Math.abs(time) <= LAST_TIME ? new Date(time).toISOString() : null;
}

/** The last time that a date can hold, in milliseconds. */
const LAST_TIME = 8.64e15;
