import type { Registered } from './authority.ts';
import type { State } from './documents.ts';
import type { Receipt } from './receipts.ts';
import { fold } from './text.ts';

/** Which rule of the contract decided a state. */
export type Rule =
  | 'absent_from_authority'
  | 'boundary_omitted'
  | 'boundary_not_available'
  | 'gate_blocks'
  | 'receipt_unavailable'
  | 'no_matching_receipt'
  | 'authority_not_fresh'
  | 'revision_unknown'
  | 'revision_differs'
  | 'read_as_required';

export const OPEN_BOUNDARIES: ReadonlySet<string> = new Set(['public', 'public_safe']);

export const BLOCKING_GATES: ReadonlySet<string> = new Set([
  'blocked',
  'denied',
  'forbidden',
  'missing_authority',
  'owner_gate',
  'owner_review_required',
  'private_read_required',
  'unavailable',
  'user_gate',
]);

export const NOT_FRESH: ReadonlySet<string> = new Set(['needs_refresh', 'outdated', 'stale', 'unknown']);

/** Whether everybody can read behind a boundary. */
export const isOpen = (boundary: string): boolean => OPEN_BOUNDARIES.has(fold(boundary));

/** Whether a gate blocks. */
export const blocks = (gate: string): boolean => BLOCKING_GATES.has(fold(gate));

/** The state of a rule's making. */
export const STATE_OF: { readonly [R in Rule]: State } = Object.freeze({
  absent_from_authority: 'missing',
  boundary_omitted: 'inaccessible',
  boundary_not_available: 'inaccessible',
  gate_blocks: 'inaccessible',
  receipt_unavailable: 'inaccessible',
  no_matching_receipt: 'required_unread',
  authority_not_fresh: 'stale',
  revision_unknown: 'stale',
  revision_differs: 'stale',
  read_as_required: 'current',
});

/** A rule by which a registered material cannot be read, whatever was read before. */
export type Barrier = Extract<Rule, 'boundary_omitted' | 'boundary_not_available' | 'gate_blocks'>;

/** What keeps a material from being read here, the first that applies; null where nothing does. */
export function barrierOf({ boundary, gate_status }: Registered, available: ReadonlySet<string>): Barrier | null {
  if (boundary === '') return 'boundary_omitted';
  if (!isOpen(boundary) && !available.has(fold(boundary))) return 'boundary_not_available';
  return blocks(gate_status) ? 'gate_blocks' : null;
}

/**
 * The first rule that applies, in the contract's order (frontier, state). `required` is the revision that must have
 * been observed, empty when none is known; `available` holds folded boundaries.
 */
export function judge(
  registered: Registered | undefined,
  receipt: Receipt | null,
  required: string,
  available: ReadonlySet<string>,
): Rule {
  if (registered === undefined) return 'absent_from_authority';
  const barrier = barrierOf(registered, available);
  if (barrier !== null) return barrier;
  if (receipt?.unavailable === true) return 'receipt_unavailable';
  if (receipt === null) return 'no_matching_receipt';
  if (NOT_FRESH.has(fold(registered.freshness))) return 'authority_not_fresh';
  if (required === '') return 'revision_unknown';
  return receipt.observed === required ? 'read_as_required' : 'revision_differs';
}
