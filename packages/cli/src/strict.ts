import { existsSync } from 'node:fs';
import { type FindingCode, findingCodes } from '@ken/session';
import { CommandError, exitCode } from './exit.ts';

const known: ReadonlySet<string> = new Set(findingCodes);

/** What a command line names: the findings that must not be there, and the files. */
export interface Strictly {
  readonly codes: ReadonlySet<FindingCode>;
  readonly files: readonly string[];
}

const isCode = (word: string): word is FindingCode => known.has(word);

/**
 * Sorts the words that were given after `--strict`, which takes as many as follow it, into codes and the files behind
 * them; `all` stands for every code, and several may be joined by commas. A word that is neither a code nor names a file is
 * wrong use.
 */
export const strictCodes = (words: readonly string[], files: readonly string[]): Strictly => {
  const codes = new Set<FindingCode>();
  const named: string[] = [];
  for (const word of words) {
    const parts: readonly string[] = word.split(',').flatMap((part) => (part === 'all' ? [...findingCodes] : [part]));
    if (word !== '' && parts.every(isCode)) for (const part of parts) codes.add(part);
    else if (word === '-' || /[./\\]/.test(word) || existsSync(word)) named.push(word);
    else
      throw new CommandError(
        exitCode.usage,
        'usage/finding',
        `${word} is no finding. The findings are ${[...findingCodes].sort().join(', ')}.`,
      );
  }
  return { codes, files: [...named, ...files] };
};
