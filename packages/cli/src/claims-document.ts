import { parseRawContentId, type RawContentId } from '@ken/address';
import type { Claim, Lines } from '@ken/session';
import { CommandError, exitCode } from './exit.ts';
import { documentRows } from './receipt-rows.ts';

const malformed = (at: number, why: string): CommandError =>
  new CommandError(exitCode.no, 'claims/malformed', `Claim ${at + 1} ${why}.`);

const linesOf = (value: unknown, at: number): Lines | null => {
  if (value === undefined || value === null) return null;
  const written = typeof value === 'string' ? /^\s*([0-9]+)\s*(?:-\s*([0-9]+)\s*)?$/.exec(value) : null;
  const [first, last] = Array.isArray(value)
    ? value
    : typeof value === 'number'
      ? [value, value]
      : written === null
        ? []
        : [Number(written[1]), Number(written[2] ?? written[1])];
  const isLine = (line: unknown): line is number => Number.isSafeInteger(line) && Number(line) >= 1;
  if (isLine(first) && isLine(last) && first <= last && (!Array.isArray(value) || value.length === 2))
    return [first, last];
  throw malformed(at, 'names no lines: write lines: [first, last], the first line being 1');
};

const revisionOf = (value: unknown, at: number): RawContentId | null => {
  if (value === undefined || value === null) return null;
  const parsed = typeof value === 'string' ? parseRawContentId(value) : undefined;
  if (parsed?.ok === true) return parsed.value;
  throw malformed(at, 'names a revision that is no RawContentId (bafkr4i…), as ken revisions shows it');
};

const claimOf = (value: unknown, at: number): Claim => {
  if (typeof value === 'string' && value !== '') return { path: value, revision: null, lines: null };
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw malformed(at, 'is no object with a path');
  const odd = Object.keys(value).find((key) => !['path', 'revision', 'lines'].includes(key));
  // What is passed over could have been what is claimed.
  if (odd !== undefined) throw malformed(at, 'has a key that is none of path, revision and lines');
  const { path, revision, lines } = value as { readonly [key: string]: unknown };
  if (typeof path !== 'string' || path === '') throw malformed(at, 'has no path');
  return { path, revision: revisionOf(revision, at), lines: linesOf(lines, at) };
};

/**
 * Reads claims: a list of paths or of objects with `path`, and where they are claimed `revision` and `lines`; an object with
 * such a list under `claims`, in JSON or YAML; or JSON Lines. Throws a CommandError, also for a document that claims nothing.
 */
export const claimsIn = async (path: string): Promise<readonly Claim[]> => {
  const claims: Claim[] = [];
  for await (const row of documentRows(path, 'claims', true)) claims.push(claimOf(row, claims.length));
  if (claims.length > 0) return claims;
  throw new CommandError(exitCode.no, 'claims/malformed', `${path} claims nothing.`);
};
