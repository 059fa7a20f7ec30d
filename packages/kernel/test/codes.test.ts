import { DOORS } from '@ken/kernel';
import { expect, it } from 'vitest';

const ids = ['id/not-a-cid', 'id/wrong-profile'];
const verify = ['verify/source-mismatch', 'verify/span-out-of-bounds', 'verify/elision-mismatch'];

it('each door has the codes of the contract in the order of checking, and no others', () => {
  expect(DOORS).toEqual({
    'RootEvent.admit': ['root/shape', ...ids],
    'Unit.seal': ['unit/not-mintable', 'unit/unaddressed-span', 'unit/span-out-of-source', ...ids],
    'Unit.admit': ['unit/shape', ...ids, 'unit/not-mintable', 'unit/depth-mismatch', 'unit/unaddressed-span'],
    'Derivation.fromBytes': ['unit/shape', ...ids],
    verifyUnit: verify,
    verifyUnitWith: ['verify/source-unavailable', ...verify],
    'Packet.admit': ['packet/shape', ...ids, 'packet/not-a-chain'],
    'Event.admit': [
      'event/shape',
      ...ids,
      'event/hidden-source',
      'event/missing-reference',
      'event/reference-mismatch',
      'event/observation',
      'event/origin',
      'event/cardinality',
      'event/verdict-subject',
      'event/depth-exceeded',
      'event/depth-mismatch',
    ],
    verifyElision: ['elision/mismatch', ...verify],
    fromBytes: ['cbor/malformed', 'cbor/too-deep', 'cbor/not-canonical', 'cbor/lossy'],
  });
});
