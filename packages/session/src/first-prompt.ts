import type { Objects } from './objects.ts';
import { previewOf } from './preview.ts';
import type { RunNode } from './run.ts';
import { recordTable } from './tables.ts';
import { need, orFault, rowsOf } from './walk.ts';

/**
 * The beginning of the first thing that the operator said in a sealed session, which is what a person knows it by; null where
 * there is none. On one line, of at most 240 code points. Throws WalkFault where an object is missing or malformed.
 */
export const firstPrompt = async (objects: Objects, chain: readonly RunNode[]): Promise<string | null> => {
  for (const node of chain) {
    for await (const { producer, context, source } of rowsOf(objects, recordTable, node.records.chunks)) {
      if (producer !== 'operator' || context === null) continue;
      const bytes = orFault(await need(objects, source));
      return previewOf(bytes.subarray(context.span.start, context.span.end));
    }
  }
  return null;
};
