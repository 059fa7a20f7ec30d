import type { DecodeCode, EncodeCode, IdCode, LossyCode, NodeCode } from './codes.ts';
import { decode } from './decode.ts';
import { writeValue } from './encode.ts';
import { idSet, parseContentId } from './id.ts';
import { Link } from './link.ts';
import type { CborReader } from './reader.ts';
import { accept, type Refused, type Result, refuse } from './result.ts';
import type { ContentId } from './types.ts';
import type { Value } from './value.ts';
import { CborWriter, fragment } from './writer.ts';

/** A value and the set of nodes it stands on (contract, content §3). */
export interface MerkleNode<P = Value> {
  readonly payload: P;
  /** Ascending by digest bytes and without repeats in every node that this library gives back. */
  readonly parents: readonly ContentId[];
}

const PARENTS = fragment((writer) => writer.map(2).text('parents'));
const PAYLOAD = fragment((writer) => writer.text('payload'));

/**
 * The canonical bytes of a node (contract, content §3), fresh. Parents are a set: order and repeats do not matter. Refuses
 * with `node/shape` for anything but a payload and a list of ids as text, `id/…` for a parent that is no ContentId,
 * `cbor/unencodable` for the payload.
 */
export function encodeNode(node: MerkleNode): Result<Uint8Array, EncodeNodeCode> {
  const written = writeNode(node);
  return written.ok ? accept(written.value.bytes()) : written;
}

/** The id of a node: the ContentId of its bytes. Refusals as for `encodeNode`. */
export function nodeId(node: MerkleNode): Result<ContentId, EncodeNodeCode> {
  const written = writeNode(node);
  return written.ok ? accept(written.value.contentId()) : written;
}

/**
 * The node behind its bytes, frozen. Refuses in three stages: `cbor/…` and `id/…` of the generic decode, then `node/shape`
 * and `id/wrong-profile` for a parent, then `cbor/lossy` where the parents are not the ascending set. Throws TypeError for
 * anything but bytes of unshared memory.
 */
export function decodeNode(bytes: Uint8Array): Result<MerkleNode, DecodeNodeCode> {
  const decoded = decode(bytes);
  if (!decoded.ok) return decoded;
  const node = parentsAndPayload(decoded.value);
  if (!node.ok) return node;
  const parents = idSet(node.value.parents);
  // Everything else was canonical, so only the order and number of parents can differ.
  const same = parents.length === node.value.parents.length && parents.every((id, i) => id === node.value.parents[i]);
  return same ? accept(Object.freeze({ payload: node.value.payload, parents })) : refuse('cbor/lossy', {}, 'parents');
}

/** What encoding a node can answer. */
export type EncodeNodeCode = NodeCode | IdCode | EncodeCode;

/** What decoding a node can answer. */
export type DecodeNodeCode = DecodeCode | NodeCode | LossyCode;

/** Begins the bytes of a node up to where its payload is written; `parents` must be an `idSet`. */
export function openNode(writer: CborWriter, parents: readonly ContentId[]): CborWriter {
  writer.raw(PARENTS).list(parents.length);
  for (const parent of parents) writer.link(parent);
  return writer.raw(PAYLOAD);
}

/** Reads what `openNode` wrote, in the order it stands; undefined for other bytes. */
export function readNodeParents(reader: CborReader): readonly ContentId[] | undefined {
  if (!reader.skip(PARENTS)) return undefined;
  const parents = readLinks(reader);
  return parents !== undefined && reader.skip(PAYLOAD) ? parents : undefined;
}

/** Reads a list of links to ContentIds, in the order it stands. */
export function readLinks(reader: CborReader): readonly ContentId[] | undefined {
  const count = reader.list();
  if (count === undefined) return undefined;
  const ids: ContentId[] = [];
  for (let i = 0; i < count; i += 1) {
    const id = reader.contentLink();
    if (id === undefined) return undefined;
    ids.push(id);
  }
  return ids;
}

function writeNode(node: MerkleNode): Result<CborWriter, EncodeNodeCode> {
  const { payload, parents } = node;
  if (!Array.isArray(parents) || Object.keys(node).length !== 2) return refuse('node/shape');
  const ids: ContentId[] = [];
  for (const [index, parent] of (parents as readonly unknown[]).entries()) {
    if (typeof parent !== 'string') return refuse('node/shape', { found: typeof parent }, `parents[${index}]`);
    const id = parseContentId(parent);
    if (!id.ok) return at(id, `parents[${index}]`);
    ids.push(id.value);
  }
  const writer = openNode(new CborWriter(), idSet(ids));
  return writeValue(writer, payload, ['payload']) ?? accept(writer);
}

function parentsAndPayload(value: Value): Result<MerkleNode, NodeCode | IdCode> {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 2) return refuse('node/shape');
  const { payload, parents } = value as { readonly [key: string]: Value | undefined };
  if (payload === undefined) return refuse('node/shape', { missing: 'payload' });
  if (!Array.isArray(parents)) return refuse('node/shape', {}, 'parents');
  const ids: ContentId[] = [];
  for (const [index, parent] of (parents as readonly unknown[]).entries()) {
    if (!Link.is(parent)) return refuse('node/shape', {}, `parents[${index}]`);
    const id = parseContentId(parent.id);
    if (!id.ok) return at(id, `parents[${index}]`);
    ids.push(id.value);
  }
  return accept({ payload, parents: ids });
}

function at<C extends string>({ refusal }: Refused<C>, path: string): Refused<C> {
  return refuse(refusal.code, refusal.facts, path);
}
