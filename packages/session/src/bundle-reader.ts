import { CarIndexer } from '@ipld/car';
import { type ContentId, contentId, parseContentId, parseRawContentId, rawContentId } from '@ken/address';
import { type ObjectId, StoreError } from '@ken/store';
import type { Objects } from './objects.ts';
import { refused, type SessionResult } from './refusal.ts';

/** A bundle's bytes, which need not fit in memory. */
export interface BundleFile {
  /** Its length in bytes. */
  readonly size: number;
  /** The whole file from its beginning. */
  stream(): AsyncIterable<Uint8Array>;
  /** Exactly `length` bytes from `offset`. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

interface Place {
  readonly offset: number;
  readonly length: number;
}

/** The blocks of a bundle by id. Every read is re-hashed, and remembered as reached. */
export class Bundle implements Objects {
  readonly head: ContentId;
  readonly #file: BundleFile;
  readonly #places: ReadonlyMap<ObjectId, Place>;
  readonly #reached = new Set<ObjectId>();

  private constructor(file: BundleFile, head: ContentId, places: ReadonlyMap<ObjectId, Place>) {
    this.#file = file;
    this.head = head;
    this.#places = places;
  }

  /**
   * Indexes a bundle. Refused with `bundle/malformed` for anything that is not one CAR file of blocks under Ken's two kinds
   * of id, each once, and with `bundle/roots` unless exactly one root, a structured value, is named.
   */
  static async open(file: BundleFile): Promise<SessionResult<Bundle>> {
    const places = new Map<ObjectId, Place>();
    let end = 0;
    let roots: readonly { toString(): string }[];
    try {
      const indexer = await CarIndexer.fromIterable(file.stream());
      roots = await indexer.getRoots();
      for await (const { cid, blockOffset, blockLength } of indexer) {
        const text = cid.toString();
        const raw = parseRawContentId(text);
        const id = raw.ok ? raw : parseContentId(text);
        if (!id.ok) return refused('bundle/malformed', { why: 'a block under an id of another profile', id: text });
        if (places.has(id.value)) return refused('bundle/malformed', { why: 'a block stands twice', id: text });
        places.set(id.value, { offset: blockOffset, length: blockLength });
        end = blockOffset + blockLength;
      }
    } catch (fault) {
      if (fault instanceof Error && 'syscall' in fault) throw fault;
      return refused('bundle/malformed', { why: 'the bytes are no CAR file, or are cut short' });
    }
    if (end > file.size) return refused('bundle/malformed', { why: 'the file is cut short' });
    const head = parseContentId(roots[0]?.toString());
    if (roots.length !== 1 || !head.ok) return refused('bundle/roots', { found: roots.length });
    return { ok: true, value: new Bundle(file, head.value, places) };
  }

  /** The ids of its blocks, in the order of the file. */
  ids(): ObjectId[] {
    return [...this.#places.keys()];
  }

  /** How many blocks there are, and their length altogether in bytes. */
  stats(): { objects: number; bytes: number } {
    let bytes = 0;
    for (const { length } of this.#places.values()) bytes += length;
    return { objects: this.#places.size, bytes };
  }

  /** Whether it has a block under an id. */
  has(id: ObjectId): boolean {
    return this.#places.has(id);
  }

  async get(id: ObjectId): Promise<Uint8Array | undefined> {
    const place = this.#places.get(id);
    if (place === undefined) return undefined;
    this.#reached.add(id);
    const bytes = await this.#file.read(place.offset, place.length);
    const actual = id.startsWith('bafkr4i') ? rawContentId(bytes) : contentId(bytes);
    if (actual !== id) throw new StoreError('store/corrupt', { declared: id, actual });
    return bytes;
  }

  /** The blocks that nothing has asked for. */
  unreached(): ObjectId[] {
    return this.ids().filter((id) => !this.#reached.has(id));
  }
}
