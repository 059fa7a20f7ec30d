import { type JsonValue, scanJson } from '@ken/transcript';
import { parseDocument } from 'yaml';
import { CommandError, exitCode } from './exit.ts';
import { givenFile } from './given-file.ts';

const unusable = (name: string, code: string, why: string): CommandError =>
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

/** Whether an object has a key twice: which of the values counts is anyone's guess. */
const hasKeyTwice = (whole: JsonValue): boolean => {
  const open = [whole];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    const keys = new Set<string>();
    for (const member of value.members()) {
      if (keys.has(member.key)) return true;
      keys.add(member.key);
      open.push(member.value);
    }
    for (const item of value.items()) open.push(item);
  }
  return false;
};

// As YAML has it, beyond which a document is made to exhaust its reader.
const mostAliases = 100;

const fromYaml = (name: string, text: string): unknown => {
  const document = parseDocument(text, { prettyErrors: false, logLevel: 'silent' });
  const [error] = document.errors;
  if (error !== undefined) {
    const line = text.slice(0, error.pos[0]).split('\n').length;
    throw unusable(name, 'document/malformed', `is neither JSON nor well-formed YAML (${error.code}, line ${line})`);
  }
  try {
    return document.toJS({ maxAliasCount: mostAliases });
  } catch {
    throw unusable(name, 'document/malformed', 'repeats parts of itself more often than a document may');
  }
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
  const json = scanJson(new TextEncoder().encode(text));
  if (!json.ok) return fromYaml(path, text);
  if (hasKeyTwice(json.value)) throw unusable(path, 'document/malformed', 'has a key twice in one object');
  return JSON.parse(text);
};
