// The same work with the usual libraries for IPLD in JavaScript: @ipld/dag-cbor, multiformats, and a hasher to choose.
import { decode, encode } from '@ipld/dag-cbor';
import { blake3 as noble } from '@noble/hashes/blake3.js';
import { hash as jit } from 'blake3-jit';
import { CID } from 'multiformats/cid';
import { create as digest } from 'multiformats/hashes/digest';

const [CONTENT, RAW, BLAKE3] = [0x71, 0x55, 0x1e];

/** The stack over a hasher. It keeps CIDs where it can, because their text is what costs it most. */
const over = (hash) => ({
  rawCid: (bytes) => CID.create(1, RAW, digest(BLAKE3, hash(bytes))),

  /** The id of a record as text. */
  id: (record) => CID.create(1, CONTENT, digest(BLAKE3, hash(encode(record)))).toString(),

  /** Derives a unit from a source whose CID is known; gives its id as text. */
  seal({ bytes, cid }, span, root) {
    const elided = this.rawCid(bytes.subarray(span.start, span.end));
    return this.id({ op: 'elide', root, span, elided, source: cid });
  },

  /** The verdict on a unit whose ids are text: its source, its span, and what lies under it. */
  verdict({ bytes, id }, { source, span: { start, end }, elided }) {
    if (source !== id || start > end || end > bytes.length) return false;
    return this.rawCid(bytes.subarray(start, end)).toString() === elided;
  },

  /** Checks the stored bytes of a unit against its id and its source, as far as Ken does. */
  verify({ bytes, cid }, stored, id) {
    if (CID.create(1, CONTENT, digest(BLAKE3, hash(stored))).toString() !== id) return false;
    const unit = decode(stored);
    // It decodes what is not canonical, so that only encoding again shows whether the bytes were.
    if (Buffer.compare(encode(unit), stored) !== 0 || unit.op !== 'elide' || !unit.source.equals(cid)) return false;
    const { start, end } = unit.span;
    return start < end && end <= bytes.length && this.rawCid(bytes.subarray(start, end)).equals(unit.elided);
  },
});

/** With a hasher as fast as Ken's on small input, nearly: what differs is the codec and the ids. */
export const fastHash = over(jit);

/** With the hasher that most would take. */
export const usual = over(noble);

export { CID, decode, encode };
