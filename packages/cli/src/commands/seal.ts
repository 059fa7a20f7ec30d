import { openTranscript, sealTranscript, summarise } from '@ken/session';
import type { Store } from '@ken/store';
import { type CommandSpec, type CommonOptions, common } from '../command.ts';
import { type CommandError, exitCode } from '../exit.ts';
import { accepted, commandErrorOf } from '../failures.ts';
import { sourceFile } from '../files.ts';
import {
  type FindingDocument,
  findingDocument,
  type SessionDocument,
  sessionDocument,
  sessionText,
} from '../show/session.ts';
import { neutral, neutralLine, size } from '../show/text.ts';
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
  shorter: 'is a beginning of what was sealed; nothing to add',
  diverged: 'sealed as another branch of its run',
  reread: 'sealed as another branch, because its beginning is read differently now',
};

const divergedFinding = (): FindingDocument =>
  findingDocument({ code: 'run-diverged', record: null, span: null, facts: {} });

const sealOne = async (open: () => Promise<Store>, file: string, terminal: Terminal): Promise<SealedDocument> => {
  const source = await sourceFile(file);
  // Recognised before a store is made, so that a file of another kind leaves nothing behind.
  const transcript = accepted(await openTranscript(source));
  const store = await open();
  const sealed = accepted(
    await sealTranscript(store, transcript, ({ records, bytes }) =>
      terminal.progress(`${neutralLine(file)}: ${records} records, ${size(bytes)} of ${size(source.bytes)}`),
    ),
  );
  terminal.progress('');
  const document = sessionDocument(accepted(await summarise(store, sealed.head)));
  const findings = sealed.status === 'diverged' ? [...document.findings, divergedFinding()] : document.findings;
  return { file, status: sealed.status, ...document, findings };
};

const textOf = (sessions: readonly SealedDocument[], terminal: Terminal): string => {
  const { paint, width } = terminal;
  const parts = sessions.map(
    (one) => `${paint.bold(neutralLine(one.file))} ${statusText[one.status]}\n${sessionText(one, paint, width)}`,
  );
  const [first] = sessions;
  const departed = sessions.flatMap((one) => one.departures);
  const unit = departed.flatMap((one) => one.said)[0]?.unit ?? departed[0]?.first_unit;
  if (first !== undefined) {
    parts.push(
      [
        paint.bold('Next'),
        `  ken verify ${first.head}`,
        ...(unit === undefined ? [] : [`  ken fetch --text ${unit}`]),
      ].join('\n'),
    );
  }
  return parts.join('\n\n');
};

export const sealCommand: CommandSpec = {
  add(program, run) {
    common(
      program
        .command('seal')
        .description('Seal transcripts: every omission becomes a unit that anyone can check.')
        .argument('<file...>', 'transcripts of a coding agent'),
      'ken seal ~/.claude/projects/my-project/session.jsonl',
    ).action((files: string[], options: CommonOptions) =>
      run('seal', options, async (terminal) => {
        let failure: CommandError | undefined;
        const sessions: SealedDocument[] = [];
        const refused: RefusedDocument[] = [];
        const { opened, close } = lazyStore(options.store);
        try {
          for (const file of files) {
            try {
              sessions.push(await sealOne(opened, file, terminal));
            } catch (thrown) {
              terminal.progress('');
              const error = commandErrorOf(thrown);
              if (failure === undefined || error.exit > failure.exit) failure = error;
              refused.push({ file, code: error.code, message: error.message });
              terminal.say(neutral(`ken seal: ${file}: ${error.message}`));
            }
          }
        } finally {
          await close();
        }
        return {
          document: { sessions, refused },
          text: textOf(sessions, terminal),
          exit: failure?.exit ?? exitCode.yes,
        };
      }),
    );
  },
};
