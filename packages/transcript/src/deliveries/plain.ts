import type { FullText } from './types.ts';

/** A value as JSON gives it, looked at without knowing what it is. */
export type Plain = { readonly [key: string]: unknown };

export const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object, or an empty one in the place of anything else. */
export const plainOf = (value: unknown): Plain => (isPlain(value) ? value : {});

/** A list, or an empty one in the place of anything else. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Whether a result says that its call failed: by anything but a plain no. */
export const saysFailed = (value: unknown): boolean => value !== undefined && value !== null && value !== false;

export const countOrNull = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;

/** The plain object of a JSON text; an empty one for what is none. */
export const parsedText = (text: string): Plain => {
  try {
    return plainOf(JSON.parse(text));
  } catch {
    return {};
  }
};

/** As `parsedText`, of the bytes of a record. */
export const parsed = (bytes: Uint8Array): Plain => parsedText(new TextDecoder().decode(bytes));

/** The one text of a result: itself, or that of its only part. Undefined for anything else. */
export const onlyText = (content: unknown): string | undefined => {
  if (typeof content === 'string') return content;
  const [part, another] = listOf(content);
  const { text } = plainOf(part);
  return another === undefined && typeof text === 'string' ? text : undefined;
};

const pathKeys = ['file_path', 'absolute_path', 'filePath', 'path'];

/** The path of a file that a call names. */
export const pathIn = (input: unknown): string | null => {
  const given = plainOf(input);
  for (const key of pathKeys) if (typeof given[key] === 'string' && given[key] !== '') return given[key];
  return null;
};

/** The whole text that a call writes into a file, if it writes one: something to compare with. */
export const writtenIn = (input: unknown): readonly FullText[] => {
  const path = pathIn(input);
  const { content } = plainOf(input);
  return path !== null && typeof content === 'string' ? [{ path, text: content }] : [];
};
