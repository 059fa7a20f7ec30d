import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import type { Run } from './command.ts';
import { agentsCommand } from './commands/agents.ts';
import { bundleCommand } from './commands/bundle.ts';
import { deliverCommand } from './commands/deliver.ts';
import { doctorCommand } from './commands/doctor.ts';
import { dropCommand } from './commands/drop.ts';
import { explainCommand } from './commands/explain.ts';
import { exportCommand } from './commands/export.ts';
import { fetchCommand } from './commands/fetch.ts';
import { findCommand } from './commands/find.ts';
import { frontierCommand } from './commands/frontier.ts';
import { gcCommand } from './commands/gc.ts';
import { handoffCommand } from './commands/handoff.ts';
import { logCommand } from './commands/log.ts';
import { parentsCommand } from './commands/parents.ts';
import { readsCommand } from './commands/reads.ts';
import { receiptsCommand } from './commands/receipts.ts';
import { revisionsCommand } from './commands/revisions.ts';
import { sealCommand } from './commands/seal.ts';
import { sessionsCommand } from './commands/sessions.ts';
import { verifyCommand } from './commands/verify.ts';
import { CommandError, type ExitCode, exitCode } from './exit.ts';
import { commandErrorOf } from './failures.ts';
import { jsonText } from './show/text.ts';
import type { Terminal } from './terminal.ts';

const commands = [
  sealCommand,
  verifyCommand,
  explainCommand,
  parentsCommand,
  fetchCommand,
  findCommand,
  exportCommand,
  bundleCommand,
  logCommand,
  sessionsCommand,
  readsCommand,
  receiptsCommand,
  frontierCommand,
  handoffCommand,
  agentsCommand,
  revisionsCommand,
  deliverCommand,
  doctorCommand,
  dropCommand,
  gcCommand,
];

const version = (): string => {
  const manifest: { version: string } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return manifest.version;
};

/** Says an error, as a document too where one was asked for, and gives its exit code. */
const report = async (terminal: Terminal, command: string, thrown: unknown, json: boolean): Promise<ExitCode> => {
  terminal.progress('');
  const { exit, code, message, faults } = commandErrorOf(thrown);
  terminal.say(`${command === '' ? 'ken' : `ken ${command}`}: ${message}`);
  for (const fault of faults.length > 1 ? faults : []) terminal.say(`  ${fault.path}: ${fault.message}`);
  if (!json) return exit;
  try {
    await terminal.text(
      jsonText({
        schema_version: 'ken_error_v0',
        command,
        error: { code, message, ...(faults.length === 0 ? {} : { faults }) },
      }),
    );
    return exit;
  } catch (failure) {
    return report(terminal, command, failure, false);
  }
};

/** Commander's name of a fault, as codes are written here. */
const usageCode = (code: string): string =>
  `usage/${code.replace(/^commander\./, '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** What commander found wrong with the command line, pointing to the help that settles it. */
const usageError = (thrown: CommanderError, command: string): CommandError => {
  const what = thrown.message.replace(/^error: /, '').replace(/\.?\s*$/, '');
  const help = command === '' ? 'ken --help lists the commands' : `ken ${command} --help tells more`;
  return new CommandError(exitCode.usage, usageCode(thrown.code), `${what} (${help}).`);
};

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
      const document = answer.bare === true ? answer.document : { ...header, ...answer.document };
      if (options.json === true) await terminal.text(jsonText(document));
      else if (answer.text !== '') await terminal.text(answer.text);
    } catch (thrown) {
      exit = await report(terminal, name, thrown, options.json === true);
    }
  };
  // What commander has to say is kept back, so that it goes through the terminal as everything else does.
  let help = '';
  const program = new Command('ken')
    .description('What an agent knows, how it knows it, and what it has yet to read.')
    .version(version())
    .configureOutput({
      writeOut: (text) => {
        help += text;
      },
      writeErr: (text) => {
        help += text;
      },
      outputError: () => undefined,
      getOutHelpWidth: () => terminal.width,
      getErrHelpWidth: () => terminal.width,
    })
    .exitOverride();
  for (const one of commands) one.add(program, run);
  try {
    await program.parseAsync(words, { from: 'user' });
    return exit;
  } catch (thrown) {
    const [command = ''] = program.commands.map((one) => one.name()).filter((name) => name === words[0]);
    const json = words.includes('--json');
    if (!(thrown instanceof CommanderError)) return report(terminal, command, thrown, json);
    if (thrown.code === 'commander.help') {
      for (const line of help.trimEnd().split('\n')) terminal.say(line);
      return exitCode.usage;
    }
    if (thrown.exitCode !== 0) return report(terminal, command, usageError(thrown, command), json);
    return terminal.text(help.trimEnd()).then(
      () => exitCode.yes,
      (failure: unknown) => report(terminal, command, failure, false),
    );
  }
};
