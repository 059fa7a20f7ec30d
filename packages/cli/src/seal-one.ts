import { openTranscript, sealSessions, summarise, type Tips } from '@ken/session';
import type { Store } from '@ken/store';
import { accepted } from './failures.ts';
import { givenFile } from './given-file.ts';
import { type SealedDocument, sealedDocument } from './show/seal.ts';
import { size } from './show/text.ts';
import type { Terminal } from './terminal.ts';

/**
 * Seals one file: the session that it tells of, and each side-chain in it. The store is opened only once the file is
 * recognised, so that a file of another kind leaves nothing behind.
 *
 * @param place - where the file stands among others, for the line that shows how far this is
 * @returns a document a session, that of the file itself first. Throws a CommandError or what `commandErrorOf` knows
 */
export const sealOne = async (
  open: () => Promise<{ readonly store: Store; readonly tips: Tips }>,
  file: string,
  place: string,
  terminal: Terminal,
  format?: string,
): Promise<readonly SealedDocument[]> => {
  const source = await givenFile(file);
  try {
    const transcript = accepted(await openTranscript(source, format));
    const { store, tips } = await open();
    const sealed = accepted(
      await sealSessions(
        store,
        transcript,
        ({ records, bytes }) =>
          terminal.progress(`${place}${file}: ${records} records, ${size(bytes)} of ${size(source.size)}`),
        tips,
      ),
    );
    const documents: SealedDocument[] = [];
    for (const one of sealed) documents.push(sealedDocument(file, one, accepted(await summarise(store, one.head))));
    return documents;
  } finally {
    await source.close();
  }
};
