import { CBOR_CODES, ENCODE_CODES, ID_CODES, LOSSY_CODES, NODE_CODES } from '@ken/address';
import { expect, it } from 'vitest';

it('the codes are those of the contract', () => {
  expect({ id: ID_CODES, decode: CBOR_CODES, encode: ENCODE_CODES, lossy: LOSSY_CODES, node: NODE_CODES }).toEqual({
    id: ['id/not-a-cid', 'id/wrong-profile'],
    decode: ['cbor/malformed', 'cbor/too-deep', 'cbor/not-canonical'],
    encode: ['cbor/unencodable'],
    lossy: ['cbor/lossy'],
    node: ['node/shape'],
  });
});
