import type { ContentId, RawContentId } from '@ken/address';
import type { FullStore, SourceText } from '@ken/store';
import { readable } from './branches.ts';
import { patient } from './doctor-objects.ts';
import { readableText } from './preview.ts';
import { Inspected, VerdictBuilder } from './verdict.ts';
import { chainTo, orFault, placedRows, readAhead } from './walk.ts';

// As much as is written in one transaction, in bytes of what the model saw.
const batchBytes = 4 * 1024 * 1024;

/**
 * Makes the index of texts again, out of what the model saw of each record that a head reaches. What cannot be read is
 * passed over. Gives the number of texts.
 */
export const rebuildTexts = async (
  store: FullStore,
  heads: readonly ContentId[],
  progress: (done: { readonly texts: number }) => void,
): Promise<number> => {
  await store.clearTexts();
  let texts = 0;
  let pending: SourceText[] = [];
  let bytes = 0;
  const write = async (): Promise<void> => {
    await store.commit({ objects: [], texts: pending });
    texts += pending.length;
    pending = [];
    bytes = 0;
    progress({ texts });
  };
  const add = async (source: RawContentId, shown: Uint8Array): Promise<void> => {
    pending.push({ source, text: readableText(shown) });
    bytes += shown.length;
    if (bytes >= batchBytes) await write();
  };
  const objects = new Inspected(patient(store), new VerdictBuilder());
  for (const head of heads) {
    await readable(async () => {
      const rows = placedRows(objects, orFault(await chainTo(objects, head)));
      const found = readAhead(
        objects,
        rows,
        ({ row }) => row.source,
        ({ row }) => row.length,
      );
      for await (const [{ row }, held] of found)
        if (held !== undefined && row.context !== null)
          await add(row.source, held.subarray(row.context.span.start, row.context.span.end));
    });
  }
  if (pending.length > 0) await write();
  return texts;
};
