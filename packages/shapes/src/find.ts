import { PATHS } from './paths.ts';
import { PROVIDERS } from './providers.ts';
import type { Family, Row } from './row.ts';
import { SECRETS } from './secrets.ts';

/** Where text holds what it must not: the name of the shape, and its span in code units (half-open). */
export interface Found {
  readonly kind: string;
  readonly family: Family;
  readonly start: number;
  readonly end: number;
}

/** Every shape, in the order in which one wins over another that begins at the same place. */
export const SHAPES: readonly Row[] = Object.freeze([...PATHS, ...PROVIDERS, ...SECRETS]);

// Each of these is one code unit and its fold is one too, so that places in the folded text are places in the text.
const ALIKE = /[\u0130\u0131\u017f\u212a]/g;
const ALIKE_ONCE = /[\u0130\u0131\u017f\u212a]/;
const folded = (text: string): string =>
  ALIKE_ONCE.test(text)
    ? text.replace(ALIKE, (letter) => (letter === '\u017f' ? 's' : letter === '\u212a' ? 'k' : 'i'))
    : text;

// Without one of these characters or words no row has a head; most texts have none.
const SUSPECT =
  /[/\\~=:]|-----|bearer|[as]k[-_]|gh[a-z0-9]_|b_pat_|glpat-|a[ks]ia|aiza|ya29\.|gocspx-|xox[a-z]-|xapp-|[sr]k_|whsec_|npm_|eyj/i;

function search(text: string, rows: readonly Row[]): Found | null {
  if (typeof text !== 'string') throw new TypeError('text must be a string');
  const plain = folded(text);
  if (!SUSPECT.test(plain)) return null;
  let best: Found | null = null;
  for (const { name, family, head, follow } of rows) {
    head.lastIndex = 0;
    for (let hit = head.exec(plain); hit !== null; hit = head.exec(plain)) {
      if (best !== null && hit.index >= best.start) break;
      const end = follow(plain, head.lastIndex);
      if (end >= 0) {
        best = Object.freeze({ kind: name, family, start: hit.index, end });
        break;
      }
      head.lastIndex = hit.index + 1;
    }
  }
  return best;
}

const ofFamily = (family: Family): readonly Row[] => SHAPES.filter((row) => row.family === family);
const pathRows = ofFamily('path');
const secretRows = ofFamily('secret');

/**
 * The first thing in a text that looks like a secret or a local absolute path, or null. Case does not count, nor
 * do the letters that other scripts fold to ASCII ones. Places are in UTF-16 code units of the text as given; the
 * answer holds nothing of the text. Linear in the length of the text. (frontier, shapes that are refused in text)
 *
 * It knows shapes, not secrets: a secret without a known shape passes.
 */
export function findShape(text: string): Found | null {
  return search(text, SHAPES);
}

/** Whether a text holds something shaped like a secret. Linear, as `findShape`. */
export function hasSecret(text: string): boolean {
  return search(text, secretRows) !== null;
}

/** Whether a text holds a local absolute path. Linear, as `findShape`. */
export function hasLocalPath(text: string): boolean {
  return search(text, pathRows) !== null;
}
