/** What is wrong with a database of another program. */
export type ForeignErrorCode = 'database/damaged' | 'database/busy';

const MESSAGES: { readonly [code in ForeignErrorCode]: string } = {
  'database/damaged': 'the database is damaged, or none that can be read here',
  'database/busy': 'the database was being written each time that it was copied; try again when its program is idle',
};

/**
 * The database of another program cannot be read. `reason` is the result code of SQLite where it gave one; `cause` what was
 * thrown below. The message names no path and holds nothing of the database.
 */
export class ForeignError extends Error {
  override readonly name = 'ForeignError';
  readonly code: ForeignErrorCode;
  readonly reason: string | null;

  constructor(code: ForeignErrorCode, reason: string | null = null, cause?: unknown) {
    super(MESSAGES[code], cause === undefined ? undefined : { cause });
    this.code = code;
    this.reason = reason;
  }
}
