import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import type { Run } from './command.ts';
import { bundleCommand } from './commands/bundle.ts';
import { explainCommand } from './commands/explain.ts';
import { exportCommand } from './commands/export.ts';
import { fetchCommand } from './commands/fetch.ts';
import { logCommand } from './commands/log.ts';
import { parentsCommand } from './commands/parents.ts';
import { sealCommand } from './commands/seal.ts';
import { sessionsCommand } from './commands/sessions.ts';
import { verifyCommand } from './commands/verify.ts';
import { type ExitCode, exitCode } from './exit.ts';
import { commandErrorOf } from './failures.ts';
import { neutral } from './show/text.ts';
import type { Terminal } from './terminal.ts';

const commands = [
  sealCommand,
  verifyCommand,
  explainCommand,
  parentsCommand,
  fetchCommand,
  exportCommand,
  bundleCommand,
  logCommand,
  sessionsCommand,
];

const version = (): string => {
  const manifest: { version: string } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return manifest.version;
};

const errorText = (command: string, { code, message }: { readonly code: string; readonly message: string }): string =>
  `${JSON.stringify({ schema_version: 'ken_error_v0', command, error: { code, message } }, null, 2)}\n`;

/**
 * Runs ken once.
 *
 * @param words - the command line after the program's name
 * @returns the exit code: 0 yes, 1 no, 2 wrong use, 3 the world failed
 */
export const ken = async (words: readonly string[], terminal: Terminal): Promise<ExitCode> => {
  let exit: ExitCode = exitCode.yes;
  const run: Run = async (name, options, work) => {
    const header = { schema_version: `ken_${name}_v0`, command: name };
    try {
      const answer = await work(terminal);
      if (answer === undefined) return;
      exit = answer.exit;
      if (options.json === true) await terminal.data(`${JSON.stringify({ ...header, ...answer.document }, null, 2)}\n`);
      else if (answer.text !== '') await terminal.data(`${answer.text}\n`);
    } catch (thrown) {
      terminal.progress('');
      const error = commandErrorOf(thrown);
      exit = error.exit;
      terminal.say(neutral(`ken ${name}: ${error.message}`));
      if (options.json !== true) return;
      await terminal.data(errorText(name, error));
    }
  };
  const program = new Command('ken')
    .description('What an agent knows, how it knows it, and what it has yet to read.')
    .version(version())
    .showHelpAfterError('(ken --help lists the commands)')
    .exitOverride();
  for (const one of commands) one.add(program, run);
  for (const one of program.commands) one.exitOverride().showHelpAfterError(`(ken ${one.name()} --help tells more)`);
  try {
    await program.parseAsync(words, { from: 'user' });
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) throw thrown;
    if (thrown.exitCode === 0) return exitCode.yes;
    if (words.includes('--json')) {
      const message = thrown.message.replace(/^error: /, '');
      await terminal.data(
        errorText(words[0] ?? '', { code: `usage/${thrown.code.replace(/^commander\./, '')}`, message }),
      );
    }
    return exitCode.usage;
  }
  return exit;
};
