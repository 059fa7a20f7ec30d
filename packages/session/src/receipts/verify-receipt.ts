import { type EventId, parseContentId, parseRawContentId } from '@ken/address';
import { RECEIPT_SCHEMA } from '@ken/frontier';
import type { Branch, Store } from '@ken/store';
import { eventTable } from '../tables.ts';
import { verifyObject } from '../verify.ts';
import { chainTo, orFault, rowsFrom, walking } from '../walk.ts';
import { HISTORICAL_SCHEMA, type ReceiptRow } from './receipt.ts';
import { type ReceiptQuery, receiptsIn } from './receipts-in.ts';

/**
 * What becomes of a receipt when it is made again: it comes out as it is; it is none of this program's; its id is not that of
 * what it says; its event is not in this store; the run of the event does not verify; or the run gives no such receipt.
 */
export type ReceiptVerdict =
  | 'verified'
  | 'not-a-receipt'
  | 'altered'
  | 'unknown-event'
  | 'broken-run'
  | 'not-delivered';

export interface JudgedReceipt {
  readonly receipt: string | null;
  readonly verdict: ReceiptVerdict;
  /** The head of the run that holds the event. */
  readonly head: string | null;
}

const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const texts = ['receipt_id', 'goal_id', 'agent_id', 'material_id', 'observed_revision', 'recorded_at'] as const;

/** A row of this program's form; undefined for anything else. */
const readRow = (value: unknown): ReceiptRow | undefined => {
  if (!isObject(value)) return undefined;
  const known = value['schema_version'] === RECEIPT_SCHEMA || value['schema_version'] === HISTORICAL_SCHEMA;
  const event = parseContentId(String(value['evidence_ref']));
  const content = parseRawContentId(String(value['content']));
  const todo = value['todo_id'];
  const whole =
    texts.every((key) => typeof value[key] === 'string') && (todo === undefined || typeof todo === 'string');
  return known && whole && event.ok && content.ok && value['outcome'] === 'read'
    ? (value as unknown as ReceiptRow)
    : undefined;
};

const holds = async (store: Store, { head }: Branch, event: EventId): Promise<boolean> => {
  const found = await walking(async () => {
    const chain = orFault(await chainTo(store, head));
    for await (const id of rowsFrom(store, eventTable, chain, (node) => node.events, 0)) if (id === event) return true;
    return false;
  });
  return found.ok && found.value;
};

/**
 * Makes receipts again from a store: the event of each must be in a run that verifies, and that run must give the very row.
 *
 * @param bytesOf - the bytes of a revision, where the store has them no more
 * @returns one verdict a row, in their order. Throws StoreError when the store fails
 */
export const verifyReceipts = async (
  store: Store,
  rows: readonly unknown[],
  placeOf: (material: string, revision: string) => string | null,
  bytesOf: ReceiptQuery['bytesOf'],
): Promise<readonly JudgedReceipt[]> => {
  const branches: Branch[] = [];
  for await (const branch of store.branches()) branches.push(branch);
  const sound = new Map<string, boolean>();
  const isSound = async (branch: Branch): Promise<boolean> => {
    const known = sound.get(branch.head);
    if (known !== undefined) return known;
    const verified = await verifyObject(store, branch.head);
    const holdsTrue = verified.ok && verified.value.verdict.verified;
    sound.set(branch.head, holdsTrue);
    return holdsTrue;
  };
  const judged: JudgedReceipt[] = [];
  for (const value of rows) {
    const row = readRow(value);
    if (row === undefined) {
      judged.push({ receipt: null, verdict: 'not-a-receipt', head: null });
      continue;
    }
    judged.push(await judge(store, row, branches, isSound, placeOf, bytesOf));
  }
  return judged;
};

const judge = async (
  store: Store,
  row: ReceiptRow,
  branches: readonly Branch[],
  isSound: (branch: Branch) => Promise<boolean>,
  placeOf: (material: string, revision: string) => string | null,
  bytesOf: ReceiptQuery['bytesOf'],
): Promise<JudgedReceipt> => {
  const { receipt_id: receipt, evidence_ref: event, goal_id: goal, agent_id: agent, content } = row;
  const { material_id: material, observed_revision: revision } = row;
  let verdict: ReceiptVerdict = 'unknown-event';
  let head: string | null = null;
  for (const branch of branches) {
    if (!(await holds(store, branch, event))) continue;
    head = branch.head;
    if (!(await isSound(branch))) {
      verdict = 'broken-run';
      continue;
    }
    const wanted = [{ material, revision, content, path: placeOf(material, revision) }];
    const query = { goal, agent, todo: row.todo_id ?? null, wanted, bytesOf };
    const again = await receiptsIn(store, branch.head, query);
    if (!again.ok) {
      verdict = 'broken-run';
      continue;
    }
    const same = again.value.receipts.find((one) => one.receipt_id === receipt);
    if (same !== undefined && sameRow(same, row)) return { receipt, verdict: 'verified', head };
    verdict = same === undefined ? 'not-delivered' : 'altered';
  }
  return { receipt, verdict, head };
};

/** Whether a row says what it said when it was made, and nothing beside. */
const sameRow = (made: ReceiptRow, given: ReceiptRow): boolean => {
  const keys = Object.keys(made) as (keyof ReceiptRow)[];
  return keys.length === Object.keys(given).length && keys.every((key) => made[key] === given[key]);
};
