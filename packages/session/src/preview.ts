const previewLength = 240;

// Keys of a message whose values only name or type things, or hold what is no text.
const silentKeys: ReadonlySet<string> = new Set(
  'type role signature media_type mime uuid data snapshot encrypted_content content_item_kinds'.split(' '),
);
const namesOne = /(?:^|_)ids?$|I[Dd]s?$/;
const isSilent = (key: string): boolean => silentKeys.has(key) || namesOne.test(key);
// What a client keeps beside a message for itself.
const isApart = (key: string): boolean =>
  key === 'metadata' || key.endsWith('_metadata') || key.endsWith('_passthrough');
// What a tool was called with is the model's own, whatever its keys are called.
const callKeys: ReadonlySet<string> = new Set(['input', 'arguments', 'args']);

/** The strings of a value of a message in order, those left out that only name or type things. */
const stringsOf = (value: unknown, key = '', inCall = false): string[] => {
  if (typeof value === 'string') return !inCall && isSilent(key) ? [] : [value];
  if (Array.isArray(value)) return value.flatMap((one) => stringsOf(one, key, inCall));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, one]) =>
      !inCall && isApart(name) ? [] : stringsOf(one, name, inCall || callKeys.has(name)),
    );
  return [];
};

/** As `stringsOf`, and of what a tool was called with the keys and every value. */
const wordsIn = (value: unknown, key = '', inCall = false): string[] => {
  if (Array.isArray(value)) return value.flatMap((one) => wordsIn(one, key, inCall));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, one]) =>
      !inCall && isApart(name) ? [] : [...(inCall ? [name] : []), ...wordsIn(one, name, inCall || callKeys.has(name))],
    );
  if (inCall && (typeof value === 'number' || typeof value === 'boolean')) return [String(value)];
  return stringsOf(value, key, inCall);
};

type Strings = (value: unknown, key?: string) => string[];

/** Where the string that begins at a quote ends, behind its closing quote; undefined where the text ends before. */
const stringEnd = (text: string, quote: number): number | undefined => {
  for (let at = quote + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return undefined;
};

const isColonNext = /\s*:/y;

/** The strings of a piece of JSON, as what remains of a record when a value was taken out of it; its bare text where it has none. */
const fragmentText = (text: string, of: Strings): string => {
  const strings: string[] = [];
  let key = '';
  let end: number | undefined = 0;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', end)) {
    end = stringEnd(text, at);
    if (end === undefined) break;
    let value: unknown;
    try {
      value = JSON.parse(text.slice(at, end));
    } catch {
      continue;
    }
    isColonNext.lastIndex = end;
    if (isColonNext.test(text)) key = String(value);
    else {
      strings.push(...of(value, key));
      key = '';
    }
  }
  return strings.length === 0 ? text : strings.join('\n\n');
};

const textBy = (bytes: Uint8Array, of: Strings): string => {
  const text = new TextDecoder().decode(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return fragmentText(text, of);
  }
  return of(value).join('\n\n');
};

/**
 * JSON text decoded for reading: a string as its text, anything else as the strings it holds, a blank line between two.
 * Of a piece of JSON its whole strings; what has none is given as UTF-8 text. For people only; no id is ever made of it.
 */
export const readableText = (bytes: Uint8Array): string => textBy(bytes, stringsOf);

/** As `readableText`, with everything in it that a person may look for: of a call of a tool the keys and numbers too. */
export const searchableText = (bytes: Uint8Array): string => textBy(bytes, wordsIn);

// A value larger than this is shown as it is written: decoding all of it for one line would cost many times its size.
const decodedBytes = 256 * 1024;

/** The beginning of `readableText` on one line, at most 240 code points. */
export const previewOf = (bytes: Uint8Array): string => {
  const text =
    bytes.length > decodedBytes ? new TextDecoder().decode(bytes.subarray(0, 4 * previewLength)) : readableText(bytes);
  const line = text.replace(/\s+/gu, ' ').trim();
  const points = [...line.slice(0, previewLength * 2)];
  return points.length > previewLength ? `${points.slice(0, previewLength - 1).join('')}…` : points.join('');
};
