import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../shared/transcripts/', import.meta.url));

/** Whether the folder of real transcripts stands beside this one. They are other people's files and are not part of the project. */
export const haveSamples = existsSync(folder);

/** The names of the real transcripts. */
export const samples: readonly string[] = haveSamples
  ? readdirSync(folder).filter((name) => /\.jsonl?$/.test(name))
  : [];

/** The bytes of a real transcript. */
export const sample = (name: string): Buffer => readFileSync(`${folder}${name}`);

if (!haveSamples)
  process.stderr.write('No real transcripts at ../shared/transcripts: the tests over them are skipped.\n');
