export {
  type BytesCode,
  type DerivationCode,
  DOORS,
  type ElisionCode,
  type EventCode,
  type KernelCode,
  type PacketCode,
  type RootCode,
  type SealCode,
  type UnitCode,
  type VerifyCode,
  type VerifyWithCode,
} from './codes.ts';
export { Derivation, type DerivationFields } from './derivation.ts';
export { verifyElision } from './elision.ts';
export { Event, type RawEvent, type ResolveEvent } from './event.ts';
export type { EventBody, EventFields, Origin } from './event-fields.ts';
export { type EventKind, type KindName, kindName, type Verdict } from './event-kind.ts';
export { ALL_OPS, asserts, type Check, checkOf, depthAfter, GREATEST_DEPTH, isMintable, isOp, type Op } from './op.ts';
export { Packet } from './packet.ts';
export { RootEvent, type RootFields, type RootKind } from './root.ts';
export { isRooted } from './rooted.ts';
export { KnownSource, knownSource } from './source.ts';
export { isAddressed, resolves, type Span, spanLength, spanOf } from './span.ts';
export { jsonU64, readJsonU64, readU64 } from './u64.ts';
export { type Life, type RawUnit, Unit } from './unit.ts';
export { type Verified, verifyUnit, verifyUnitWith } from './verify.ts';
