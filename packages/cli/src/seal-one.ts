import { followedBy, openTranscript, sealSessions, summarise, type Tips, type Transcript } from '@ken/session';
import type { Store } from '@ken/store';
import { accepted } from './failures.ts';
import { type GivenFile, givenFile } from './given-file.ts';
import type { SessionSource } from './session-source.ts';
import { type SealedDocument, sealedDocument } from './show/seal.ts';
import { size } from './show/text.ts';
import type { Terminal } from './terminal.ts';

/** A transcript and, behind it, the file in which its session stands as it was later. */
const withLater = async (before: Transcript, after: GivenFile, format?: string): Promise<Transcript> =>
  accepted(await followedBy(before, accepted(await openTranscript(after, format, before.format))));

/**
 * Seals one session: that which a file tells of, and each side-chain in it. The store is opened only once the file is
 * recognised, so that a file of another kind leaves nothing behind.
 *
 * @param place - where its file stands among others, for the line that shows how far this is
 * @param later - files of the same session as it was later, one after another; where there are any, all are sealed as one
 * @returns a document a session, that of the file itself first. Throws a CommandError or what `commandErrorOf` knows
 */
export const sealOne = async (
  open: () => Promise<{ readonly store: Store; readonly tips: Tips }>,
  { file: { path: file }, open: openSource }: SessionSource,
  place: string,
  terminal: Terminal,
  format?: string,
  later: readonly string[] = [],
): Promise<readonly SealedDocument[]> => {
  const source = await openSource();
  const given = [source];
  try {
    let transcript = accepted(await openTranscript(source, format));
    for (const one of later) {
      const after = await givenFile(one);
      given.push(after);
      transcript = await withLater(transcript, after, format);
    }
    const whole = given.reduce((sum, one) => sum + one.size, 0);
    const { store, tips } = await open();
    const sealed = accepted(
      await sealSessions(
        store,
        transcript,
        ({ records, bytes }) =>
          terminal.progress(`${place}${file}: ${records} records, ${size(bytes)} of ${size(whole)}`),
        tips,
      ),
    );
    const documents: SealedDocument[] = [];
    for (const one of sealed) documents.push(sealedDocument(file, one, accepted(await summarise(store, one.head))));
    return documents;
  } finally {
    for (const one of given) await one.close();
  }
};
