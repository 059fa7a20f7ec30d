/** Refusals of an id: not a CID at all, or a CID of another profile (contract, content §1). */
export const ID_CODES = ['id/not-a-cid', 'id/wrong-profile'] as const;
export type IdCode = (typeof ID_CODES)[number];

/** Refusals of the first stage of a checked decode (contract, content §2). */
export const CBOR_CODES = ['cbor/malformed', 'cbor/too-deep', 'cbor/not-canonical'] as const;

/** What the generic decode can answer: a foreign link keeps the code of its id. */
export type DecodeCode = (typeof CBOR_CODES)[number] | IdCode;

/** What an encoder can answer. */
export const ENCODE_CODES = ['cbor/unencodable'] as const;
export type EncodeCode = (typeof ENCODE_CODES)[number];

/** The third stage of a checked decode: the typed value does not give the same bytes again. */
export const LOSSY_CODES = ['cbor/lossy'] as const;
export type LossyCode = (typeof LOSSY_CODES)[number];

/** Refusals of the Merkle node doors (contract, content §3). */
export const NODE_CODES = ['node/shape'] as const;
export type NodeCode = (typeof NODE_CODES)[number];
