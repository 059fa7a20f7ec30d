export { bytesOf, equalBytes, isBytes, isShared, wordsOf } from './bytes.ts';
export {
  CBOR_CODES,
  type DecodeCode,
  ENCODE_CODES,
  type EncodeCode,
  ID_CODES,
  type IdCode,
  LOSSY_CODES,
  type LossyCode,
  NODE_CODES,
  type NodeCode,
} from './codes.ts';
export { decode } from './decode.ts';
export { encode } from './encode.ts';
export {
  cidBytes,
  compareIds,
  contentId,
  contentIdOf,
  idSet,
  isRawContentIdOf,
  parseCidBytes,
  parseContentId,
  parseRawContentId,
  rawContentId,
  rawContentIdOf,
} from './id.ts';
export { Link, link } from './link.ts';
export {
  type DecodeNodeCode,
  decodeNode,
  type EncodeNodeCode,
  encodeNode,
  type MerkleNode,
  nodeId,
  openNode,
  readLinks,
  readNodeParents,
} from './node.ts';
export { CborReader } from './reader.ts';
export { accept, type Fact, type Facts, type Ok, type Refusal, type Refused, type Result, refuse } from './result.ts';
export { asEventId, asPacketId, asRootId, asUnitId } from './roles.ts';
export type { AnyId, ContentId, EventId, PacketId, Profile, RawContentId, RootId, UnitId } from './types.ts';
export { MAX_DEPTH, MAX_U64, type U64, type Value } from './value.ts';
export { CborWriter, fragment } from './writer.ts';
