/** What an exit code says: yes; no (did not verify, refused); wrong use; the world failed. */
export const exitCode = { yes: 0, no: 1, usage: 2, world: 3 } as const;
export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

/** One of several things that are wrong with a document: where, and what. */
export interface DocumentFault {
  readonly code: string;
  readonly path: string;
  readonly message: string;
}

/** A command that ends without its result: the code to exit with and the sentence for people. */
export class CommandError extends Error {
  readonly exit: ExitCode;
  readonly code: string;
  /** Everything that is wrong with a document that was given, where that was looked for. */
  readonly faults: readonly DocumentFault[];

  constructor(exit: ExitCode, code: string, message: string, cause?: unknown, faults: readonly DocumentFault[] = []) {
    super(message, cause === undefined ? undefined : { cause });
    this.exit = exit;
    this.code = code;
    this.faults = faults;
  }
}
