import {
  type ContentId,
  contentId,
  decode,
  encode,
  Link,
  link,
  parseContentId,
  parseRawContentId,
  rawContentId,
} from '@ken/address';
import { type ObjectId, StoreError } from '@ken/store';
import { isRawId } from './kinds.ts';
import type { Objects } from './objects.ts';
import { type Facts, type Refused, refused, type SessionResult } from './refusal.ts';

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

const idBytes = 36;

const malformed = (why: string, facts: Facts = {}): Refused => refused('bundle/malformed', { why, ...facts });

/** How long a frame is: its length as a varint, and what it holds. */
const framed = (length: number): number => Math.max(1, Math.ceil(Math.log2(length + 1) / 7)) + length;

/** The header of a bundle: the canonical bytes of one root and version 1, which no other header has. */
const headerOf = (head: ContentId): Uint8Array => {
  const encoded = encode({ roots: [link(head)], version: 1 });
  if (!encoded.ok) throw new TypeError('a header can always be encoded');
  return encoded.value;
};

/** The only root that the header names. */
const headOf = async (file: BundleFile): Promise<SessionResult<ContentId>> => {
  const [length = 0, ...bytes] = await file.read(0, 1 + longestHeader);
  const header = decode(Uint8Array.from(bytes.slice(0, length)));
  if (length > longestHeader || !header.ok) return malformed('it does not begin with the header of a CAR file');
  const { value } = header;
  const roots = typeof value === 'object' && value !== null && 'roots' in value ? value['roots'] : undefined;
  if (!Array.isArray(roots)) return malformed('it does not begin with the header of a CAR file');
  const [root] = roots;
  const head = parseContentId(root instanceof Link ? root.id : undefined);
  if (roots.length !== 1 || !head.ok) return refused('bundle/roots', { found: roots.length });
  return Buffer.compare(headerOf(head.value), Uint8Array.from(bytes.slice(0, length))) === 0
    ? head
    : malformed('its header is not that of version 1');
};

// Two roots fit, so that a file which names more is told as that.
const longestHeader = 127;

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
   * Indexes a bundle. Refused with `bundle/malformed` for anything that is not one CAR file, version 1, in its shortest form,
   * of blocks under Ken's two kinds of id, each once and whole; and with `bundle/roots` unless it names exactly one root, a
   * structured value. A length that the file claims is compared with the file before anything is made of it.
   */
  static async open(file: BundleFile): Promise<SessionResult<Bundle>> {
    const head = await headOf(file);
    if (!head.ok) return head;
    const places = new Map<ObjectId, Place>();
    try {
      const { CarIndexer } = await import('@ipld/car');
      for await (const { cid, length, blockOffset, blockLength } of await CarIndexer.fromIterable(file.stream())) {
        const text = cid.toString();
        const raw = parseRawContentId(text);
        const id = raw.ok ? raw : parseContentId(text);
        if (!id.ok) return malformed('a block under an id of another profile', { id: text });
        if (blockOffset + blockLength > file.size) return malformed('the file is cut short');
        if (length !== framed(idBytes + blockLength))
          return malformed('a length is not in its shortest form', { id: text });
        if (places.has(id.value)) return malformed('a block stands twice', { id: text });
        places.set(id.value, { offset: blockOffset, length: blockLength });
      }
    } catch (fault) {
      if (fault instanceof Error && 'syscall' in fault) throw fault;
      return malformed('the bytes are no CAR file, or are cut short');
    }
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
    const actual = isRawId(id) ? rawContentId(bytes) : contentId(bytes);
    if (actual !== id) throw new StoreError('store/corrupt', { declared: id, actual });
    return bytes;
  }

  getMany(ids: readonly ObjectId[]): Promise<(Uint8Array | undefined)[]> {
    return Promise.all(ids.map((id) => this.get(id)));
  }

  /** The blocks that nothing has asked for. */
  unreached(): ObjectId[] {
    return this.ids().filter((id) => !this.#reached.has(id));
  }
}
