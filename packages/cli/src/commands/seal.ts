import { openTranscript, sealTranscript, summarise } from '@ken/session';
import type { Store } from '@ken/store';
import { type CommandSpec, type CommonOptions, common } from '../command.ts';
import { CommandError, type ExitCode, exitCode } from '../exit.ts';
import { accepted, commandErrorOf } from '../failures.ts';
import { givenFile } from '../given-file.ts';
import {
  type FindingDocument,
  findingDocument,
  type SessionDocument,
  sessionDocument,
  sessionText,
} from '../show/session.ts';
import { many, neutralLine, size } from '../show/text.ts';
import { lazyStore } from '../store-place.ts';
import type { Terminal } from '../terminal.ts';

interface SealedDocument extends SessionDocument {
  readonly file: string;
  readonly status: string;
}

interface RefusedDocument {
  readonly file: string;
  readonly code: string;
  readonly message: string;
}

const statusText: { readonly [status: string]: string } = {
  new: 'sealed',
  continued: 'sealed on from where it was',
  unchanged: 'was sealed before; nothing to add',
  shorter: 'is a beginning of what was sealed; nothing to add, and what follows is of the longer one',
  diverged: 'sealed as another branch of its run',
  reread: 'sealed as another branch, because its beginning is read differently now',
};

const divergedFinding = (): FindingDocument =>
  findingDocument({ code: 'run-diverged', record: null, span: null, facts: {} });

const sealOne = async (open: () => Promise<Store>, file: string, terminal: Terminal): Promise<SealedDocument> => {
  const source = await givenFile(file);
  try {
    // Recognised before a store is made, so that a file of another kind leaves nothing behind.
    const transcript = accepted(await openTranscript(source));
    const store = await open();
    const sealed = accepted(
      await sealTranscript(store, transcript, ({ records, bytes }) =>
        terminal.progress(`${file}: ${records} records, ${size(bytes)} of ${size(source.size)}`),
      ),
    );
    const document = sessionDocument(accepted(await summarise(store, sealed.head)));
    const findings = sealed.status === 'diverged' ? [...document.findings, divergedFinding()] : document.findings;
    return { file, status: sealed.status, ...document, findings };
  } finally {
    terminal.progress('');
    await source.close();
  }
};

const sessionReport = (one: SealedDocument, { paint, width }: Terminal): string =>
  `${paint.bold(neutralLine(one.file))} ${statusText[one.status]}\n${sessionText(one, paint, width)}\n`;

const closingText = (sessions: readonly SealedDocument[], refused: number, { paint }: Terminal): string => {
  const [first] = sessions;
  if (first === undefined) return '';
  const departed = sessions.flatMap((one) => one.departures);
  const unit = departed.flatMap((one) => one.said)[0]?.unit ?? departed[0]?.first_unit;
  const units = sessions.reduce((sum, one) => sum + one.units, 0);
  const total = `${many(sessions.length, 'session')} sealed, ${many(units, 'unit')} left out, ${many(refused, 'file')} refused`;
  return [
    ...(sessions.length + refused > 1 ? [paint.bold(total), ''] : []),
    paint.bold('Next'),
    `  ken verify ${first.head}`,
    ...(unit === undefined ? [] : [`  ken fetch --text ${unit}`]),
  ].join('\n');
};

export const sealCommand: CommandSpec = {
  add(program, run) {
    common(
      program
        .command('seal')
        .description(
          'Seal sessions: every omission becomes a unit that anyone can check. Takes session files of Claude Code.',
        )
        .argument('<file...>', 'session files; - is standard input'),
      'ken seal ~/.claude/projects/my-project/session.jsonl',
    ).action((files: string[], options: CommonOptions) =>
      run('seal', options, async (terminal) => {
        let exit: ExitCode = exitCode.yes;
        const sessions: SealedDocument[] = [];
        const refused: RefusedDocument[] = [];
        const { opened, close } = lazyStore(options.store);
        try {
          for (const file of files) {
            const sealed = await sealOne(opened, file, terminal).catch(commandErrorOf);
            if (sealed instanceof CommandError) {
              if (sealed.exit > exit) exit = sealed.exit;
              refused.push({ file, code: sealed.code, message: sealed.message });
              terminal.say(`ken seal: ${sealed.code.startsWith('file/') ? '' : `${file}: `}${sealed.message}`);
              continue;
            }
            sessions.push(sealed);
            // Shown as it is done: many files take a while.
            if (options.json !== true) await terminal.text(sessionReport(sealed, terminal));
          }
        } finally {
          await close();
        }
        return { document: { sessions, refused }, text: closingText(sessions, refused.length, terminal), exit };
      }),
    );
  },
};
