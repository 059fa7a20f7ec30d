/** An instant to the microsecond: seconds since 1970 in UTC, and microseconds within the second. */
export interface Instant {
  readonly seconds: number;
  readonly micros: number;
}

const FORM =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?)?(?:[Zz]|([+-])(\d{2}):(\d{2}))?$/;

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
  const hit = FORM.exec(text);
  if (hit === null) return null;
  const part = (index: number): number => Number(hit[index] ?? 0);
  const [year, month, day] = [part(1), part(2), part(3)];
  if (day < 1 || day > lengthOf(year, month)) return null;
  const [hour, minute, second] = [part(4), part(5), part(6)];
  const [offsetHour, offsetMinute] = [part(9), part(10)];
  if (hour > 23 || minute > 59 || second > 59 || offsetHour > 23 || offsetMinute > 59) return null;
  const offset = (hit[8] === '-' ? -60 : 60) * (offsetHour * 60 + offsetMinute);
  const seconds = daysBefore(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second - offset;
  return { seconds, micros: Number((hit[7] ?? '').slice(0, 6).padEnd(6, '0')) };
}

/** Orders two instants, the earlier first. */
export function byInstant(a: Instant, b: Instant): number {
  return a.seconds - b.seconds || a.micros - b.micros;
}
