/** An instant to the microsecond: seconds since 1970 in UTC, and microseconds within the second. */
export interface Instant {
  readonly seconds: number;
  readonly micros: number;
}

const FORM = /^\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?(?:[Zz]|[+-]\d\d:\d\d)?$/;

const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
const lengthOf = (year: number, month: number): number =>
  month === 2 && isLeap(year) ? 29 : (LENGTHS[month - 1] ?? 0);

/** Days from 1970-01-01 in the Gregorian calendar. Years are counted from March, so that a leap day ends one. */
function daysBefore(year: number, month: number, day: number): number {
  const y = month > 2 ? year : year - 1;
  const ofYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return 365 * y + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + ofYear - 719_468;
}

/**
 * A collapsed text as an instant, or null when it is none: `YYYY-MM-DD`, optionally `T`, `t` or a space and
 * `HH:MM[:SS[.fraction]]`, optionally `Z`, `z` or `±HH:MM`; without an offset UTC. There is no 24:00 and no leap
 * second; digits beyond microseconds do not count. (frontier, state)
 */
export function parseTime(text: string): Instant | null {
  if (!FORM.test(text)) return null;
  // The form fixes where each pair of digits stands: the date and time from the left, an offset from the right.
  const pair = (at: number): number => text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 48 * 11;
  const [year, month, day] = [pair(0) * 100 + pair(2), pair(5), pair(8)];
  if (day < 1 || day > lengthOf(year, month)) return null;
  const timed = text[10] === 'T' || text[10] === 't' || text[10] === ' ';
  const [hour, minute] = timed ? [pair(11), pair(14)] : [0, 0];
  const second = timed && text[16] === ':' ? pair(17) : 0;
  const sign = text.at(-3) === ':' ? text.at(-6) : undefined;
  const shifted = sign === '+' || sign === '-';
  const [offsetHour, offsetMinute] = shifted ? [pair(text.length - 5), pair(text.length - 2)] : [0, 0];
  if (hour > 23 || minute > 59 || second > 59 || offsetHour > 23 || offsetMinute > 59) return null;
  const offset = (sign === '-' ? -60 : 60) * (offsetHour * 60 + offsetMinute);
  const seconds = daysBefore(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second - offset;
  return { seconds, micros: timed && text[19] === '.' ? microsAt(text, 20) : 0 };
}

/** The first six digits of a fraction that begins at `from`, as if it had six. */
function microsAt(text: string, from: number): number {
  let micros = 0;
  let ended = false;
  for (let at = from; at < from + 6; at += 1) {
    const digit = at < text.length ? text.charCodeAt(at) - 48 : -1;
    ended ||= digit < 0 || digit > 9;
    micros = micros * 10 + (ended ? 0 : digit);
  }
  return micros;
}

/** Orders two instants, the earlier first. */
export function byInstant(a: Instant, b: Instant): number {
  return a.seconds - b.seconds || a.micros - b.micros;
}
