import { isMap, isScalar, parseAllDocuments, visit } from 'yaml';
import { unusable } from './input-document.ts';

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
