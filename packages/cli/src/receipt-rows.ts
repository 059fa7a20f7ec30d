import { CommandError, exitCode } from './exit.ts';
import { givenFile } from './given-file.ts';
import { fromJson, yamlDocument } from './input-document.ts';

const malformed = (name: string, line: number): CommandError =>
  new CommandError(exitCode.no, 'document/malformed', `${name} is not well-formed JSON (line ${line}).`);

/** The lines of a file, with their numbers from 1; those with nothing in them are left out. */
async function* linesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<readonly [line: number, text: string]> {
  const decoder = new TextDecoder();
  let rest = '';
  let number = 0;
  for await (const piece of pieces) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      number += 1;
      if (line.trim() !== '') yield [number, line];
    }
  }
  rest += decoder.decode();
  if (rest.trim() !== '') yield [number + 1, rest];
}

const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The rows of a document that is one value: a list, an object with a list under a key, or one row. */
const rowsOf = (value: unknown, key: string): readonly unknown[] => {
  if (Array.isArray(value)) return value;
  const listed = isObject(value) && Object.hasOwn(value, key) ? value[key] : value;
  return Array.isArray(listed) ? listed : [listed];
};

/**
 * Reads rows: JSON Lines, one row a line, of which only one is in memory at a time; or one JSON document, a list of rows
 * or an object with a list under `key`; where `yaml` is said, that document in YAML too. `-` is standard input. The rows are not judged here. Throws a CommandError: what
 * `givenFile` throws, or `document/malformed` with the number of the line.
 */
export async function* documentRows(path: string, key: string, yaml = false): AsyncGenerator<unknown> {
  const file = await givenFile(path);
  try {
    let whole: string[] | undefined;
    let first = true;
    for await (const [line, text] of linesOf(file.open())) {
      if (whole !== undefined) {
        whole.push(text);
        continue;
      }
      const row = await fromJson(path, text);
      if (row === undefined) {
        if (!first) throw malformed(path, line);
        whole = [text];
      } else yield* rowsOf(row.value, key);
      first = false;
    }
    if (whole === undefined) return;
    const text = whole.join('\n');
    const document = (await fromJson(path, text)) ?? (yaml ? { value: await yamlDocument(path, text) } : undefined);
    if (document === undefined) throw malformed(path, 1);
    yield* rowsOf(document.value, key);
  } finally {
    await file.close();
  }
}

/** Reads receipts, as `documentRows`. */
export const receiptRows = (path: string): AsyncGenerator<unknown> => documentRows(path, 'receipts');
