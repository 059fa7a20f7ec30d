import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Real transcripts beside the repository, where there are any. They stay there: nothing of them is in a test. */
const folder = fileURLToPath(new URL('../../../../shared/transcripts/', import.meta.url));

export const hasSamples = existsSync(folder);

/** Added to a test's name when it is skipped, to say why. */
export const whenAbsent = hasSamples ? '' : ' (skipped: there are no sample transcripts beside the repository)';

export const samples: readonly string[] = hasSamples
  ? readdirSync(folder).filter((name) => /\.jsonl?$/.test(name))
  : [];

export const claudeSamples: readonly string[] = samples.filter((name) => name.startsWith('claude-'));

/** The bytes of a sample. */
export const sample = (name: string): Buffer => readFileSync(new URL(name, `file://${folder}`));
