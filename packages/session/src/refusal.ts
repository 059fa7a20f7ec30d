import { type Facts, type Refused, type Result, refuse } from '@ken/address';

/** Why something of a run is not admissible: the codes of this package beside those of the layers below. */
export type SessionCode =
  | 'table/shape'
  | 'run/shape'
  | 'run/missing-object'
  | 'run/unlike'
  | 'run/cover'
  | 'run/no-identity'
  | 'run/witness'
  | 'run/changed'
  | 'run/unknown'
  | 'run/ambiguous'
  | 'run/unreadable'
  | 'then/records-compaction'
  | 'then/other-format'
  | 'live/empty'
  | 'live/unknown-unit'
  | 'live/not-live'
  | 'live/unlike'
  | 'live/ended'
  | 'live/closed'
  | 'locations/shape'
  | 'bundle/malformed'
  | 'bundle/roots'
  | 'bundle/unreached'
  | 'object/unknown-kind'
  | 'object/wrong-kind';

/** Codes of lower layers pass through, so that a code here is any of theirs or of this package. */
export type SessionResult<T> = Result<T>;
export type SessionRefusal = Refused['refusal'];
export type { Facts, Refused };

/** A refusal of this package, deeply frozen. */
export const refused = (code: SessionCode, facts: Facts, path?: string): Refused => refuse(code, facts, path);
