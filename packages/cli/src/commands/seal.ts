import { extname } from 'node:path';
import { formatNames, Tips } from '@ken/session';
import type { Command } from 'commander';
import { type CommandSpec, type CommonOptions, common } from '../command.ts';
import { CommandError, type ExitCode, exitCode } from '../exit.ts';
import { commandErrorOf } from '../failures.ts';
import { sealOne } from '../seal-one.ts';
import { agentHomes, type SessionFile, sessionFiles } from '../session-files.ts';
import { SessionSources } from '../session-source.ts';
import { type RefusedDocument, type SealedDocument, SealReport, sealText } from '../show/seal.ts';
import { lazyStore } from '../store-place.ts';
import { strictCodes } from '../strict.ts';
import type { Terminal } from '../terminal.ts';
import { dryRun } from './dry-run.ts';

interface SealOptions extends CommonOptions {
  readonly latest?: boolean;
  readonly dryRun?: boolean;
  readonly strict?: readonly string[];
  readonly format?: string;
  readonly then?: readonly string[];
}

/**
 * Whether a refusal says of a file in a folder only that there is no session in it, which is no fault of the folder. Agents
 * keep other things in JSON beside their sessions; what is JSON Lines there should be one.
 */
const holdsNoSession = ({ path, isNamed }: SessionFile, code: string): boolean =>
  !isNamed &&
  (code === 'transcript/empty' ||
    code === 'run/no-identity' ||
    (code === 'transcript/unrecognised' && extname(path) !== '.jsonl'));

const nothingNamed = (): CommandError =>
  new CommandError(
    exitCode.usage,
    'usage/missing-argument',
    'missing a file: name session files or folders, or --latest for the session that changed last (ken seal --help tells more).',
  );

const checkFormat = (format: string | undefined): void => {
  if (format !== undefined && !formatNames.includes(format))
    throw new CommandError(
      exitCode.usage,
      'usage/format',
      `There is no format ${format}. The formats are ${formatNames.join(', ')}.`,
    );
};

const notBoth = (): CommandError =>
  new CommandError(
    exitCode.usage,
    'usage/conflict',
    '--strict judges what sealing finds, and --dry-run seals nothing.',
  );

/** `--then` goes with one session file: there is nothing else that it could be the later form of. */
const onlyOne = (): CommandError =>
  new CommandError(
    exitCode.usage,
    'usage/conflict',
    '--then goes with exactly one session file that is named, and not with a folder, --latest or --dry-run.',
  );

/** What came of the files of one call. */
class Outcome {
  readonly sessions: SealedDocument[] = [];
  readonly refused: RefusedDocument[] = [];
  readonly skipped: RefusedDocument[] = [];
  readonly #terminal: Terminal;
  exit: ExitCode = exitCode.yes;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  refuse(file: string, { code, message, exit }: CommandError): void {
    if (exit > this.exit) this.exit = exit;
    this.refused.push({ file, code, message });
    this.#terminal.say(`ken seal: ${code.startsWith('file/') ? '' : `${file}: `}${message}`);
  }

  take(file: SessionFile, sealed: readonly SealedDocument[] | CommandError): void {
    if (!(sealed instanceof CommandError)) this.sessions.push(...sealed);
    else if (holdsNoSession(file, sealed.code))
      this.skipped.push({ file: file.path, code: sealed.code, message: sealed.message });
    else this.refuse(file.path, sealed);
  }
}

/** The findings that the caller will not have, and exit 1 where one was found. */
const strictly = (outcome: Outcome, strict: ReadonlySet<string>, terminal: Terminal): readonly string[] => {
  const found = outcome.sessions.flatMap(({ findings }) => findings.map(({ code }) => code));
  const met = [...strict].filter((code) => found.includes(code)).sort();
  if (met.length > 0) {
    if (outcome.exit === exitCode.yes) outcome.exit = exitCode.no;
    terminal.say(`ken seal: found, and not allowed here: ${met.join(', ')}.`);
  }
  return met;
};

const seal = async (files: readonly SessionFile[], options: SealOptions, outcome: Outcome, terminal: Terminal) => {
  const report = new SealReport(files.length, terminal);
  const { opened, close } = lazyStore(options.store);
  let tips: Tips | undefined;
  const open = async () => {
    const store = await opened();
    tips ??= new Tips(store);
    return { store, tips };
  };
  const sources = new SessionSources();
  const failed = (file: SessionFile, failure: CommandError): void => outcome.take(file, failure);
  const order = options.latest === true ? sources.latestFirst(files, failed) : sources.all(files, failed);
  try {
    for await (const source of order) {
      const place = files.length === 1 ? '' : `${files.indexOf(source.file) + 1} of ${files.length}: `;
      const sealed = await sealOne(open, source, place, terminal, options.format, options.then).catch(commandErrorOf);
      outcome.take(source.file, sealed);
      if (sealed instanceof CommandError) continue;
      // Shown as it is done: many files take a while.
      if (options.json !== true) await report.show(sealed);
      if (options.latest === true) break;
    }
  } finally {
    terminal.progress('');
    sources.close();
    await close();
  }
};

const optionsOf = (command: Command): Command =>
  command
    .option(
      '--latest',
      'only the session that changed last (without a file: of all that Claude Code, Codex, Gemini and OpenCode keep here)',
    )
    .option('--dry-run', 'write nothing; say what would be sealed and about how much room it needs')
    .option('--format <name>', `take the files for this format, whatever they look like: ${formatNames.join(', ')}`)
    .option(
      '--then <after>',
      'with one message array, Gemini or plain file: the same session after a compaction. What it no longer holds left the context. The session sealed, and what export gives, is the file, a new line where it ends without one, and this one. May be repeated',
      (after: string, sofar: readonly string[] = []) => [...sofar, after],
    )
    .option('--strict <code...>', 'exit 1 when one of these findings is among the findings; all for any');

export const sealCommand: CommandSpec = {
  add(program, run) {
    common(
      optionsOf(
        program
          .command('seal')
          .description(
            'Seal sessions: every omission becomes a unit that anyone can check. Takes session files of Claude Code, Codex, Gemini, OpenCode (its database or exports), message arrays or the plain form, or folders of them.',
          )
          .argument('[file...]', 'session files, or folders of them; - is standard input'),
      ),
      'ken seal ~/.claude/projects ~/.codex/sessions\nken seal --latest\nken seal before.json --then after.json',
    ).action((words: string[], options: SealOptions) =>
      run('seal', options, async (terminal) => {
        const { codes, files: named } = strictCodes(options.strict ?? [], words);
        const outcome = new Outcome(terminal);
        if (named.length === 0 && options.latest !== true) throw nothingNamed();
        if (options.dryRun === true && codes.size > 0) throw notBoth();
        if (options.then !== undefined && (named.length !== 1 || options.latest === true || options.dryRun === true))
          throw onlyOne();
        checkFormat(options.format);
        const { folders, files: kept } = named.length === 0 ? agentHomes() : { folders: named, files: [] };
        const files = sessionFiles(folders, (folder, failure) => outcome.refuse(folder, failure), kept);
        if (options.then !== undefined && files.some(({ isNamed }) => !isNamed)) throw onlyOne();
        if (options.dryRun === true) return dryRun(files, options, outcome.refused, outcome.exit, terminal);
        await seal(files, options, outcome, terminal);
        const strict = strictly(outcome, codes, terminal);
        const { sessions, refused, skipped, exit } = outcome;
        const document = { sessions, refused, skipped, strict };
        return { document, text: sealText(document, files.length, terminal), exit };
      }),
    );
  },
};
