import { type ContentId, parseContentId } from '@ken/address';
import { type ObjectId, openMemoryStore, type Store } from '@ken/store';
import type { Objects } from '../src/objects.ts';
import { sealTranscript } from '../src/seal.ts';
import { sealSessions } from '../src/sessions-of-file.ts';
import { openTranscript, type SourceFile } from '../src/source-file.ts';
import { chainTo, fileOf } from '../src/walk.ts';

/** A file in memory, given in pieces of the length asked for. */
export const fileOfBytes = (content: string | Uint8Array, piece = 64 * 1024): SourceFile => {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return {
    async *open(start = 0, end = bytes.length) {
      for (let at = start; at < Math.min(end, bytes.length); at += piece)
        yield bytes.slice(at, Math.min(at + piece, end, bytes.length));
    },
  };
};

/** The value of a result that must have succeeded. */
export const must = <T>(
  result: { ok: true; value: T } | { ok: false; refusal: { code: string; facts: unknown } },
): T => {
  if (!result.ok) throw new Error(`${result.refusal.code} ${JSON.stringify(result.refusal.facts)}`);
  return result.value;
};

export const seal = async (store: Store, content: string | Uint8Array, piece?: number) =>
  must(await sealTranscript(store, must(await openTranscript(fileOfBytes(content, piece)))));

/** Seals all that a file tells of: a session a run. */
export const sealAll = async (store: Store, content: string | Uint8Array, piece?: number) =>
  must(await sealSessions(store, must(await openTranscript(fileOfBytes(content, piece)))));

/** Seals into a new store in memory. */
export const sealed = async (content: string | Uint8Array): Promise<{ store: Store; head: ContentId }> => {
  const store = openMemoryStore();
  const { head } = await seal(store, content);
  return { store, head };
};

/** The file that a head gives back. */
export const exported = async (objects: Objects, head: ContentId): Promise<Uint8Array> => {
  const pieces: Uint8Array[] = [];
  for await (const piece of fileOf(objects, must(await chainTo(objects, head)))) pieces.push(piece);
  return Buffer.concat(pieces);
};

/** A store of which some calls are answered otherwise. */
export const otherwise = (store: Store, changes: Partial<Store>): Store => ({
  get: (id) => store.get(id),
  getMany: (ids) => store.getMany(ids),
  has: (id) => store.has(id),
  commit: (commit) => store.commit(commit),
  head: (branch) => store.head(branch),
  branches: (prefix) => store.branches(prefix),
  resolve: (prefix, limit) => store.resolve(prefix, limit),
  collections: () => store.collections(),
  stats: () => store.stats(),
  close: () => store.close(),
  ...changes,
});

/** Objects over a store, with some replaced or taken away. */
export const changed = (store: Objects, changes: ReadonlyMap<ObjectId, Uint8Array | undefined>): Objects => ({
  get: async (id) => (changes.has(id) ? changes.get(id) : store.get(id)),
  getMany: (ids) => Promise.all(ids.map(async (id) => (changes.has(id) ? changes.get(id) : store.get(id)))),
});

export const asContentId = (text: string): ContentId => must(parseContentId(text));
