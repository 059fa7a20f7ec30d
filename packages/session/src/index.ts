export { type FindingCode, findingCodes, formatNames } from '@ken/transcript';
export { findingsBeside } from './beside-earlier.ts';
export { heldBytes } from './branches.ts';
export { writeBundle } from './bundle.ts';
export { Bundle, type BundleFile } from './bundle-reader.ts';
export { bundleStore } from './bundle-store.ts';
export { catalogue, type Entry } from './catalogue.ts';
export { type Collected, type CollectOptions, collect } from './collect.ts';
export type { Departed, Said } from './departed.ts';
export { type BranchHealth, type DoctorProgress, examineStore, type Health } from './doctor.ts';
export type { Ailing } from './doctor-lost.ts';
export { rebuildTexts } from './doctor-texts.ts';
export { branchesNamed, dropBranches, type Named } from './drop.ts';
export { type ExplainedRoot, type Explanation, explain } from './explain.ts';
export { fetchUnit } from './fetch.ts';
export { type FindOptions, type Found, find } from './find.ts';
export { firstPrompt } from './first-prompt.ts';
export type { Kept } from './holdings.ts';
export { kindOf, nameOf, type ObjectKind } from './kinds.ts';
export { type Appended, LiveRun, type Observation, type Omission, type Omitted } from './live/live-run.ts';
export { type OpenOptions, openLive, reopenLive } from './live/open-live.ts';
export { type Opening, openingOf } from './live/opening.ts';
export { type LiveRecord, type Note, readLiveRecord } from './live/records.ts';
export { LOCATIONS_SCHEMA, type Location, type LocationMap, locationsSchema, readLocations } from './locations/map.ts';
export { type Located, type LocatedResult, type LocationFault, readLocated } from './locations/open.ts';
export { contentOf, locationOf, type RevisionRow, type RevisionState, revisionsToday } from './locations/revisions.ts';
export type { Objects } from './objects.ts';
export { type Parentage, parentsOf } from './parents.ts';
export { type PacketRow, packetRows, type UnitPlace } from './places.ts';
export { readableText } from './preview.ts';
export { type Claim, type ClaimState, type Judged, judgeClaims } from './reads/claims.ts';
export { type Read, type ReadDelivery, type Reads, readsOf } from './reads/reads.ts';
export { linesIn, type Part, renders } from './reads/render.ts';
export { type Candidate, type Revision, revisionOf } from './reads/revision.ts';
export type { Left, Seen, SeenInRun } from './reads/seen.ts';
export type { Lines } from './reads/spans.ts';
export { type Witnessed, witnessDelivery } from './receipts/deliver.ts';
export type { DeliveryNote } from './receipts/delivered.ts';
export { type DeliveryRun, deliveryRun } from './receipts/delivery-run.ts';
export { type Delivery, HISTORICAL_SCHEMA, type ReceiptRow, receiptOf } from './receipts/receipt.ts';
export {
  type NotMinted,
  type ReceiptQuery,
  type Receipts,
  receiptsIn,
  type Unminted,
  type Wanted,
} from './receipts/receipts-in.ts';
export { type JudgedReceipt, type ReceiptVerdict, type Register, verifyReceipts } from './receipts/verify-receipt.ts';
export type { Facts, SessionCode, SessionRefusal, SessionResult } from './refusal.ts';
export type { RunNode, RunState } from './run.ts';
export { type Progress, type Sealed, type SealStatus, sealTranscript, type Watch } from './seal.ts';
export { findingSentence, remedyOf, sentenceOf } from './sentences.ts';
export { type SealedSession, sealSessions } from './sessions-of-file.ts';
export { Tips } from './slice.ts';
export { openTranscript, type SourceFile, type Transcript } from './source-file.ts';
export { type Summary, summarise } from './summary.ts';
export type { FindingRow, Span } from './tables.ts';
export { followedBy } from './then.ts';
export { type Times, timesOf } from './times.ts';
export { unitFrom } from './units.ts';
export type { Failure, SubjectKind, Verdict } from './verdict.ts';
export { verifyBundle, verifyObject } from './verify.ts';
export { chainTo, fileOf, runAt, WalkFault } from './walk.ts';
export { verifyWithSource } from './with-source.ts';
export { LIVE } from './witness.ts';
