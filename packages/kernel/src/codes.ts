import { CBOR_CODES, ID_CODES, LOSSY_CODES } from '@ken/address';

const VERIFY = ['verify/source-mismatch', 'verify/span-out-of-bounds', 'verify/elision-mismatch'] as const;

/**
 * What each door of the kernel can refuse with, in the order of checking (contract, kernel "Codes"). The one table of
 * codes: the unions below come from it, and so does whatever explains a code to a reader. A code is retired, never renamed.
 */
export const DOORS = {
  'RootEvent.admit': ['root/shape', ...ID_CODES],
  'Unit.seal': ['unit/not-mintable', 'unit/unaddressed-span', 'unit/span-out-of-source', ...ID_CODES],
  'Unit.admit': ['unit/shape', ...ID_CODES, 'unit/not-mintable', 'unit/depth-mismatch', 'unit/unaddressed-span'],
  'Derivation.fromBytes': ['unit/shape', ...ID_CODES],
  verifyUnit: VERIFY,
  verifyUnitWith: ['verify/source-unavailable', ...VERIFY],
  'Packet.admit': ['packet/shape', ...ID_CODES, 'packet/not-a-chain'],
  'Event.admit': [
    'event/shape',
    ...ID_CODES,
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
  verifyElision: ['elision/mismatch', ...VERIFY],
  fromBytes: [...CBOR_CODES, ...LOSSY_CODES],
} as const satisfies Record<string, readonly string[]>;

type Code<D extends keyof typeof DOORS> = (typeof DOORS)[D][number];

export type RootCode = Code<'RootEvent.admit'>;
export type SealCode = Code<'Unit.seal'>;
export type UnitCode = Code<'Unit.admit'>;
export type DerivationCode = Code<'Derivation.fromBytes'>;
export type VerifyCode = Code<'verifyUnit'>;
export type VerifyWithCode = Code<'verifyUnitWith'>;
export type PacketCode = Code<'Packet.admit'>;
export type EventCode = Code<'Event.admit'>;
export type ElisionCode = Code<'verifyElision'>;
/** What reading bytes adds to a door's own codes. */
export type BytesCode = Code<'fromBytes'>;
/** Every code that the kernel can refuse with. */
export type KernelCode = Code<keyof typeof DOORS>;
