import { fileOf, openTranscript, type RunNode, readableText, type SourceFile } from '@ken/session';
import type { Store } from '@ken/store';
import { beginning } from './show/text.ts';

// A session without a prompt is not read to its end for the sake of a list.
const mostBytes = 8 * 1024 * 1024;
const mostPoints = 240;

/**
 * The beginning of the first thing that the operator said in a sealed session, on one line of at most 240 code points: what
 * a person knows a session by. Null when there is none in the first 8 MiB, or when the file is not recognised. What of it is
 * the operator's is read from the file as it would be today. Throws WalkFault where an object is missing.
 */
export const firstPrompt = async (store: Store, chain: readonly RunNode[]): Promise<string | null> => {
  const file: SourceFile = { open: () => fileOf(store, chain) };
  const transcript = await openTranscript(file);
  if (!transcript.ok) return null;
  const reading = transcript.value.read();
  let read = 0;
  for await (const piece of file.open()) {
    for (const { bytes, context, producer } of reading.push(piece)) {
      if (producer !== 'operator' || context === null) continue;
      const text = readableText(bytes.subarray(context.span.start, context.span.end));
      return beginning(text.replace(/\s+/gu, ' ').trim(), mostPoints);
    }
    read += piece.length;
    if (read > mostBytes) return null;
  }
  return null;
};
