import { Bundle, chainTo, fileOf, openTranscript, type SourceFile, sealSessions, writeBundle } from '@ken/session';
import { openMemoryStore, type Store } from '@ken/store';

/** The value of a result that must have succeeded. */
export const must = <T>(result: { ok: true; value: T } | { ok: false; refusal: { code: string } }): T => {
  if (!result.ok) throw new Error(result.refusal.code);
  return result.value;
};

const piece = 65_536;

const fileOver = (bytes: Buffer): SourceFile => ({
  async *open(start = 0, end = bytes.length) {
    for (let at = start; at < Math.min(end, bytes.length); at += piece)
      yield new Uint8Array(bytes.subarray(at, Math.min(at + piece, end)));
  },
});

/** Seals what a file tells of into a new store in memory: the session first, and then its side-chains. */
export const sealed = async (bytes: Buffer) => {
  const store = openMemoryStore();
  const [session, ...others] = must(await sealSessions(store, must(await openTranscript(fileOver(bytes)))));
  if (session === undefined) throw new Error('nothing was sealed');
  return { store, session, others };
};

/** The bundle of a head, opened out of its bytes. */
export const bundled = async (store: Store, head: Parameters<typeof writeBundle>[1]): Promise<Bundle> => {
  const pieces: Uint8Array[] = [];
  must(await writeBundle(store, head, async (written) => void pieces.push(written.slice())));
  const bytes = Buffer.concat(pieces);
  return must(
    await Bundle.open({
      size: bytes.length,
      async *stream() {
        yield bytes;
      },
      read: async (offset, length) => Uint8Array.from(bytes.subarray(offset, offset + length)),
    }),
  );
};

/** The file that a head gives back. */
export const exported = async (
  objects: Parameters<typeof chainTo>[0],
  head: Parameters<typeof chainTo>[1],
): Promise<Buffer> => {
  const pieces: Uint8Array[] = [];
  for await (const one of fileOf(objects, must(await chainTo(objects, head)))) pieces.push(one.slice());
  return Buffer.concat(pieces);
};
