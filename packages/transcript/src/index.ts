export { deliveriesOf } from './deliveries/deliveries.ts';
export type { DeliveryReader, FullText, Told, ToolResult } from './deliveries/types.ts';
export { type Finding, type FindingCode, findingCodes, messageOf } from './findings.ts';
export { formatNames } from './formats.ts';
export { type JsonKind, type JsonMember, type JsonValue, scanJson } from './json/value.ts';
export {
  type Cell,
  type DatabaseSession,
  openCodeDocument,
  openCodeSessions,
  type Tables,
} from './opencode/database.ts';
export { type Recognised, recognise } from './recognise.ts';
export type { Refusal, Result } from './result.ts';
export { recordsNoCompaction } from './then/forms.ts';
export { readThen } from './then/reading.ts';
export { timeTold } from './told-time.ts';
export type {
  Departure,
  DepartureCause,
  DeparturePart,
  Producer,
  Reading,
  RunIdentity,
  Span,
  TranscriptRecord,
} from './types.ts';
