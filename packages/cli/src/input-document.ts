import { type JsonValue, scanJson } from '@ken/transcript';
import { CommandError, exitCode } from './exit.ts';
import { givenFile } from './given-file.ts';

/** The error for a document that cannot be used. */
export const unusable = (name: string, code: string, why: string): CommandError =>
  new CommandError(exitCode.no, code, `${name} ${why}.`);

const bytesOf = async (path: string): Promise<Uint8Array> => {
  const file = await givenFile(path);
  try {
    const pieces: Uint8Array[] = [];
    for await (const piece of file.open()) pieces.push(piece);
    return Buffer.concat(pieces);
  } finally {
    await file.close();
  }
};

/** What may not be lost of a JSON text: whether a key stands twice in an object, and whether a number reads otherwise than it is written. */
const oddities = (whole: JsonValue, bytes: Uint8Array): { readonly keyTwice: boolean; readonly number: boolean } => {
  const open = [whole];
  let number = false;
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    const keys = new Set<string>();
    for (const member of value.members()) {
      if (keys.has(member.key)) return { keyTwice: true, number };
      keys.add(member.key);
      open.push(member.value);
    }
    for (const item of value.items()) open.push(item);
    if (value.kind !== 'number') continue;
    const written = Buffer.from(bytes.subarray(value.span.start, value.span.end)).toString();
    number ||= String(Number(written)) !== written;
  }
  return { keyTwice: false, number };
};

/** Reads YAML as `fromYaml` of yaml-document.ts, which is loaded only where there is some: it is a sixth of what a command loads. */
export const yamlDocument = async (name: string, text: string): Promise<unknown> => {
  const { fromYaml } = await import('./yaml-document.ts');
  return fromYaml(name, text);
};

/**
 * The plain value of a JSON text, in which a number stands for its text where it would read otherwise; undefined where it is
 * no JSON. Throws a CommandError (`document/malformed`) where a key stands twice in one object.
 */
export const fromJson = async (name: string, text: string): Promise<{ readonly value: unknown } | undefined> => {
  const bytes = new TextEncoder().encode(text);
  const json = scanJson(bytes);
  if (!json.ok) return undefined;
  const { keyTwice, number } = oddities(json.value, bytes);
  if (keyTwice) throw unusable(name, 'document/malformed', 'has a key twice in one object');
  return { value: number ? await yamlDocument(name, text) : JSON.parse(text) };
};

/**
 * Reads a document that a person or a program wrote, as JSON or YAML: what its bytes are decides, not its name. `-` is
 * standard input. A key that stands twice in one object is refused in both.
 *
 * @returns a plain value, untrusted. Throws a CommandError: what `givenFile` throws, `document/not-text` where it is no
 *   UTF-8, `document/malformed`
 */
export const inputDocument = async (path: string): Promise<unknown> => {
  const bytes = await bytesOf(path);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw unusable(path, 'document/not-text', 'is no text in UTF-8');
  }
  const json = await fromJson(path, text);
  return json === undefined ? yamlDocument(path, text) : json.value;
};
