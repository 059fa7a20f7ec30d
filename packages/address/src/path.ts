/** The steps from a whole to one of its parts: the key of a map, the 0-based index of a list. */
export type Path = (string | number)[];

/** The path of a refusal: keys with dots between them, indexes in brackets, as in `a.b[1].c`; empty for the whole. */
export function pathText(path: Path): string {
  let text = '';
  for (const [depth, step] of path.entries()) {
    if (typeof step === 'number') text += `[${step}]`;
    else text += depth === 0 ? step : `.${step}`;
  }
  return text;
}
