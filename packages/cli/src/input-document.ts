import { type JsonValue, scanJson } from '@ken/transcript';
import { isMap, isScalar, parseAllDocuments, visit } from 'yaml';
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

// As YAML has it, beyond which a document is made to exhaust its reader.
const mostAliases = 100;

/** Whether two keys of one mapping are the same once they are text. */
const keysMeet = (map: { readonly items: readonly { readonly key: unknown }[] }): boolean => {
  const keys = map.items.flatMap(({ key }) => (isScalar(key) && key.value !== '<<' ? [String(key.value)] : []));
  return new Set(keys).size < keys.length;
};

/** Reads YAML, of which JSON is a part. A number that reads otherwise than it is written stands for its text: `1.10`, `007`. */
export const fromYaml = (name: string, text: string): unknown => {
  const documents = parseAllDocuments(text, { prettyErrors: false, logLevel: 'error', merge: true });
  const [document, another] = 'empty' in documents ? [] : documents;
  if (document === undefined || another !== undefined)
    throw unusable(name, 'document/malformed', document === undefined ? 'is empty' : 'holds more than one document');
  const [error] = document.errors;
  if (error !== undefined) {
    const line = text.slice(0, error.pos[0]).split('\n').length;
    throw unusable(name, 'document/malformed', `is neither JSON nor well-formed YAML (${error.code}, line ${line})`);
  }
  let keyTwice = false;
  try {
    visit(document, {
      Scalar(_, node) {
        if (typeof node.value === 'number' && node.source !== undefined && String(node.value) !== node.source)
          node.value = node.source;
      },
    });
    visit(document, {
      Node(_, node) {
        keyTwice ||= isMap(node) && keysMeet(node);
      },
    });
    if (!keyTwice) return document.toJS({ maxAliasCount: mostAliases });
  } catch {
    throw unusable(name, 'document/malformed', 'repeats parts of itself more often than a document may');
  }
  throw unusable(name, 'document/malformed', 'has a key twice in one object');
};

/**
 * The plain value of a JSON text, in which a number stands for its text where it would read otherwise; undefined where it is
 * no JSON. Throws a CommandError (`document/malformed`) where a key stands twice in one object.
 */
export const fromJson = (name: string, text: string): { readonly value: unknown } | undefined => {
  const bytes = new TextEncoder().encode(text);
  const json = scanJson(bytes);
  if (!json.ok) return undefined;
  const { keyTwice, number } = oddities(json.value, bytes);
  if (keyTwice) throw unusable(name, 'document/malformed', 'has a key twice in one object');
  return { value: number ? fromYaml(name, text) : JSON.parse(text) };
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
  const json = fromJson(path, text);
  return json === undefined ? fromYaml(path, text) : json.value;
};
