import type { Command } from 'commander';
import type { ExitCode } from './exit.ts';
import type { Terminal } from './terminal.ts';

/** The options that every command has. */
export interface CommonOptions {
  readonly store?: string;
  readonly json?: boolean;
}

/** What a command gives back: its document, and how the same document is shown to people. */
export interface Answer<Document extends object> {
  readonly document: Document;
  /** Whether the document is printed as it is: one of another contract, which has a schema_version of its own. */
  readonly bare?: boolean;
  readonly text: string;
  readonly exit: ExitCode;
}

/** One command of ken: how it is called, and what it does. */
export interface CommandSpec {
  /** Adds the command to the program. `run` carries out its work and settles its exit code. */
  readonly add: (program: Command, run: Run) => void;
}

/**
 * Carries out a command. What `work` returns is printed as JSON or as text; an answer of undefined means that the command
 * wrote its own data.
 */
export type Run = (
  name: string,
  options: CommonOptions,
  work: (terminal: Terminal) => Promise<Answer<object> | undefined>,
) => Promise<void>;

/** Adds the options that every command has (of those without a store, all but that), and an example to its help. */
export const common = (command: Command, example: string, { store = true } = {}): Command => {
  command.option('--json', 'print one JSON document instead of text');
  if (store)
    command.option(
      '--store <path>',
      'the store file, or for reading a bundle (else KEN_STORE, the nearest .ken/, or your data folder)',
    );
  return command.addHelpText(
    'after',
    `\nExample:\n${example
      .split('\n')
      .map((line) => `  $ ${line}`)
      .join('\n')}`,
  );
};
