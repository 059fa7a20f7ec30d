import { contentId, type EventId, encode, type RawContentId } from '@ken/address';
import { RECEIPT_SCHEMA } from '@ken/frontier';

/** That the whole of a revision of a material was delivered to an agent. */
export interface Delivery {
  readonly goal: string;
  readonly agent: string;
  /** The todo that it was read for; null where the requirement has none. */
  readonly todo: string | null;
  readonly material: string;
  readonly revision: string;
  /** What the bytes of the revision hash to. */
  readonly content: RawContentId;
  /** The event that delivered the last of it. */
  readonly event: EventId;
  /** When, as whoever witnessed or wrote it claims. */
  readonly at: string;
}

/** A row that speaks of a delivery. */
export interface ReceiptRow {
  readonly schema_version: string;
  readonly receipt_id: string;
  readonly goal_id: string;
  readonly agent_id: string;
  readonly todo_id?: string;
  readonly material_id: string;
  readonly observed_revision: string;
  readonly outcome: 'read';
  readonly recorded_at: string;
  /** The event, by its id: ken verify re-computes the delivery from it. */
  readonly evidence_ref: EventId;
  readonly content: RawContentId;
}

/** Delivery that a finished file tells of: no receipt, and counted as one only where a person says so. */
export const HISTORICAL_SCHEMA = 'ken_historical_delivery_v0';

/**
 * The row of a delivery. Its id is made from everything else in it, so that one delivery has one row however often it is
 * made, and a row that was changed no longer has its id.
 *
 * @param witnessed - whether it was seen as it happened; else the row is of `ken_historical_delivery_v0`
 */
export const receiptOf = (delivery: Delivery, witnessed: boolean): ReceiptRow => {
  const { goal, agent, todo, material, revision, content, event, at } = delivery;
  const row = {
    schema_version: witnessed ? RECEIPT_SCHEMA : HISTORICAL_SCHEMA,
    goal_id: goal,
    agent_id: agent,
    ...(todo === null ? {} : { todo_id: todo }),
    material_id: material,
    observed_revision: revision,
    outcome: 'read' as const,
    recorded_at: at,
    evidence_ref: event,
    content,
  };
  const encoded = encode(row);
  if (!encoded.ok) throw new TypeError(`a receipt cannot be encoded: ${encoded.refusal.code}`);
  const { schema_version, ...rest } = row;
  return Object.freeze({ schema_version, receipt_id: contentId(encoded.value), ...rest });
};
