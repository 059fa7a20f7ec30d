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

/** Whether a mark is set, such as that a call failed: by anything but a plain no. */
export const saysYes = (value: unknown): boolean => value !== undefined && value !== null && value !== false;

export const countOrNull = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;

const textKinds: readonly unknown[] = ['text', 'input_text', 'output_text', undefined];

/** The one text of a result: itself, or that of its only part. Undefined for anything else. */
export const onlyText = (content: unknown): string | undefined => {
  if (typeof content === 'string') return content;
  const [part, another] = listOf(content);
  const { type, text } = plainOf(part);
  return another === undefined && textKinds.includes(type) && typeof text === 'string' ? text : undefined;
};

const saidKeys = [
  'content',
  'parts',
  'text',
  'thinking',
  'thoughts',
  'subject',
  'description',
  'summary',
  'refusal',
  'reasoning_content',
  'data',
  'encrypted_content',
  'function',
  'function_call',
  'tool_calls',
  'toolCalls',
];
const isCall = /(?:^tool|_use|_call)$/;

/** Whether a message, or a part of one, says something: a text that is not blank, a thought or a call. */
export const saysSomething = (message: unknown): boolean => {
  const values = [message];
  while (values.length > 0) {
    const value = values.pop();
    if (typeof value === 'string' && value.trim() !== '') return true;
    // One by one: as arguments, a long list would be too many.
    for (const one of listOf(value)) values.push(one);
    if (!isPlain(value)) continue;
    const { type, role, name, tool } = value;
    const named =
      textOrNull(name ?? tool) !== null && role === undefined && (type === undefined || isCall.test(String(type)));
    if (named || (type === 'local_shell_call' && isPlain(value['action']))) return true;
    for (const key of saidKeys) if (Object.hasOwn(value, key)) values.push(value[key]);
  }
  return false;
};

/** Whether some text or key of a value holds a text, as everything holds none: whoever wrote the one has the other already. */
export const holds = (value: unknown, text: string): boolean => {
  if (text === '') return true;
  const values = [value];
  while (values.length > 0) {
    const one = values.pop();
    if (typeof one === 'string' && one.includes(text)) return true;
    if (typeof one !== 'object' || one === null) continue;
    for (const [key, inner] of Object.entries(one)) values.push(key, inner);
  }
  return false;
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
