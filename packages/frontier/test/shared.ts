import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export interface Vector {
  readonly input: { readonly [name: string]: unknown };
  readonly expected?: unknown;
  readonly refused?: string;
}

const read = (path: string): Vector[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Vector);

/** The vectors that ship with the project. */
export const vectors = (): Vector[] => read(at('../../../vectors/frontier.jsonl'));

const whole = at('../../../../shared/vectors/frontier.jsonl');

/** All vectors, where they are at hand beside the repository. */
export const sharedVectors = (): Vector[] | null => (existsSync(whole) ? read(whole) : null);
