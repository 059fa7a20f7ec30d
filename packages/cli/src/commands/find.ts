import { type Found, find, runAt } from '@ken/session';
import { phrasesOf } from '@ken/store';
import { type CommandSpec, type CommonOptions, common } from '../command.ts';
import { CommandError, exitCode } from '../exit.ts';
import { accepted } from '../failures.ts';
import { resolveContentId } from '../ids.ts';
import { many, neutralLine, wrap } from '../show/text.ts';
import { withStore } from '../store-place.ts';
import type { Terminal } from '../terminal.ts';

interface FindOptions extends CommonOptions {
  readonly omitted?: boolean;
  readonly session?: string;
  readonly limit?: string;
}

/** A part of a record in which the text occurs, as documents hold it. */
interface FoundDocument {
  readonly head: string;
  readonly run: string;
  readonly label: string | null;
  readonly record: number;
  readonly producer: string | null;
  readonly reason: string;
  /** In bytes of the file. */
  readonly span: { readonly start: number; readonly end: number };
  /** Whether it left the context. */
  readonly omitted: boolean;
  /** By which it can be had, where it left the context. */
  readonly unit: string | null;
  readonly passage: string;
}

const documentOf = ({ head, run, label, record, producer, reason, span, unit, passage }: Found): FoundDocument => ({
  head,
  run,
  label,
  record,
  producer,
  reason,
  span: { start: span.start, end: span.end },
  omitted: unit !== null,
  unit,
  passage,
});

interface FindDocument {
  readonly text: string;
  readonly omitted_only: boolean;
  readonly session: string | null;
  /** How many places there are, of which `found` lists the first. */
  readonly places: number;
  readonly omitted_places: number;
  readonly found: readonly FoundDocument[];
}

/** What was searched, for the sentence that nothing is there. */
const searched = ({ omitted_only: omitted, session }: FindDocument): string => {
  if (omitted) return session === null ? 'left the context of a session here' : 'left the context of this session';
  return session === null ? 'was sealed here' : 'is in this session';
};

const findText = (document: FindDocument, { paint, width }: Terminal): string => {
  const { found, text, places, omitted_places: omitted } = document;
  if (places === 0) return `Nothing that ${searched(document)} holds ${neutralLine(text)}.`;
  const lines: string[] = [];
  let head: string | undefined;
  for (const one of found) {
    if (one.head !== head) {
      if (head !== undefined) lines.push('');
      lines.push(paint.bold(neutralLine(one.label ?? one.run)), `  head ${one.head}`);
      head = one.head;
    }
    const place = one.omitted ? paint.yellow('left the context') : paint.green('in the context');
    lines.push(`  record ${one.record}, ${one.producer ?? 'unknown'}, ${place}`);
    lines.push(wrap(neutralLine(one.passage), width, '    '));
    if (one.unit !== null) lines.push(`    ken fetch --text ${one.unit}`);
  }
  if (places > found.length)
    lines.push('', `and ${many(places - found.length, 'more place')}: --limit ${places} shows all`);
  lines.push('', `${many(places, 'place')}: ${omitted} left the context, ${places - omitted} in it`);
  return lines.join('\n');
};

// More than a person looks through; a program takes all.
const defaultLimit = 50;

const limitOf = ({ limit, json }: FindOptions, otherwise: number): number => {
  if (limit === undefined) return json === true ? Number.POSITIVE_INFINITY : otherwise;
  if (!/^[1-9][0-9]{0,8}$/.test(limit))
    throw new CommandError(exitCode.usage, 'usage/limit', `${limit} is no number of places: give 1 or more.`);
  return Number(limit);
};

export const findCommand: CommandSpec = {
  add(program, run) {
    common(
      program
        .command('find')
        .description(
          'Find what was said: in what the context holds, and in what it lost. Takes words, and "phrases in quotes"; all of them must occur together.',
        )
        .argument('<text...>', 'words or phrases, whatever their case')
        .option('--omitted', 'only what left the context')
        .option('--session <head>', 'only in the session of this head')
        .option('--limit <n>', 'how many places to show; 50 unless said, and with --json all'),
      'ken find --omitted 47 entries',
    ).action((words: string[], options: FindOptions) =>
      run('find', options, (terminal) =>
        withStore(options.store, 'read', async (store) => {
          // A word that the shell was given in quotes is a phrase.
          const text = words.map((word) => (/\s/u.test(word) && !word.includes('"') ? `"${word}"` : word)).join(' ');
          if (phrasesOf(text).length === 0)
            throw new CommandError(exitCode.usage, 'usage/text', 'There is no word to look for.');
          const head = options.session === undefined ? null : await resolveContentId(store, options.session);
          if (head !== null) accepted(await runAt(store, head));
          const limit = limitOf(options, defaultLimit);
          const found: FoundDocument[] = [];
          for await (const one of find(store, text, { omitted: options.omitted === true, head }))
            found.push(documentOf(one));
          const document: FindDocument = {
            text,
            omitted_only: options.omitted === true,
            session: head,
            places: found.length,
            omitted_places: found.filter((one) => one.omitted).length,
            found: found.slice(0, limit),
          };
          const exit = found.length === 0 ? exitCode.no : exitCode.yes;
          return { document, text: findText(document, terminal), exit };
        }),
      ),
    );
  },
};
