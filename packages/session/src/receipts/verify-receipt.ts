import {
  asEventId,
  type ContentId,
  type EventId,
  parseContentId,
  parseRawContentId,
  type RawContentId,
} from '@ken/address';
import { RECEIPT_SCHEMA } from '@ken/frontier';
import type { Branch, Store } from '@ken/store';
import { grouped } from '../grouped.ts';
import { eventTable } from '../tables.ts';
import { verifyObject } from '../verify.ts';
import { chainTo, orFault, rowsFrom, walking } from '../walk.ts';
import { type DeliveryRun, deliveryRun } from './delivery-run.ts';
import { HISTORICAL_SCHEMA, type ReceiptRow } from './receipt.ts';
import { mintedFrom, type ReceiptQuery } from './receipts-in.ts';

/**
 * What becomes of a receipt when it is made again: it comes out as it is; it is none of this program's; its id is not that of
 * what it says; its event is not in this store; the run of the event does not verify; nobody says here what the revision
 * hashes to, or it is something else; its bytes are not at hand to compare with; it says that it was witnessed, and the store is
 * a bundle, which witnesses nothing; or the run gives no such receipt.
 */
export type ReceiptVerdict =
  | 'verified'
  | 'not-a-receipt'
  | 'altered'
  | 'unknown-event'
  | 'broken-run'
  | 'unregistered'
  | 'other-revision'
  | 'no-bytes'
  | 'unwitnessed'
  | 'not-delivered';

export interface JudgedReceipt {
  /** The row's id; null for what is no receipt, like what it says of whom and of what. */
  readonly receipt: string | null;
  readonly agent: string | null;
  readonly material: string | null;
  readonly revision: string | null;
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

/** The branches that hold each of some events, in one pass over each branch. One that cannot be read holds none. */
const branchesWith = async (store: Store, events: ReadonlySet<EventId>): Promise<ReadonlyMap<EventId, Branch[]>> => {
  const found = new Map<EventId, Branch[]>();
  for await (const branch of store.branches())
    await walking(async () => {
      const chain = orFault(await chainTo(store, branch.head));
      for await (const id of rowsFrom(store, eventTable, chain, (node) => node.events, 0)) {
        const event = asEventId(id);
        if (events.has(event)) grouped(found, event).push(branch);
      }
    });
  return found;
};

/** What is known of revisions where receipts are made again. */
export interface Register {
  /** What a revision of a material hashes to; null where nobody says. */
  readonly contentOf: (material: string, revision: string) => RawContentId | null;
  /** Where a material is, absolute; null where nobody says. */
  readonly placeOf: (material: string, revision: string) => string | null;
  /** The bytes of a revision, where neither the run nor the store has them. */
  readonly bytesOf: ReceiptQuery['bytesOf'];
  /** Whether what the store holds was witnessed here, as of `ReceiptQuery`. */
  readonly isOwn: boolean;
}

/** Makes receipts again, and remembers what it read on the way. */
class Judge {
  readonly #store: Store;
  readonly #register: Register;
  readonly #runs = new Map<ContentId, DeliveryRun | undefined>();

  constructor(store: Store, register: Register) {
    this.#store = store;
    this.#register = register;
  }

  async judge(row: ReceiptRow, branches: readonly Branch[]): Promise<JudgedReceipt> {
    const { receipt_id: receipt, agent_id: agent, material_id: material, observed_revision: revision } = row;
    const content = this.#register.contentOf(material, revision);
    let verdict: ReceiptVerdict = 'unknown-event';
    let head: ContentId | null = null;
    for (const branch of branches) {
      head = branch.head;
      const run = await this.#run(head);
      if (run === undefined) verdict = 'broken-run';
      else if (content === null) verdict = 'unregistered';
      else if (content !== row.content) verdict = 'other-revision';
      else verdict = await this.#again(row, run, content);
      if (verdict === 'verified') break;
    }
    return { receipt, agent, material, revision, verdict, head };
  }

  async #again(row: ReceiptRow, run: DeliveryRun, content: RawContentId): Promise<ReceiptVerdict> {
    const { goal_id: goal, agent_id: agent, material_id: material, observed_revision: revision } = row;
    const { placeOf, bytesOf, isOwn } = this.#register;
    const isWitnessed = row.schema_version === RECEIPT_SCHEMA;
    if (isWitnessed && !isOwn) return 'unwitnessed';
    const wanted = [{ material, revision, content, path: placeOf(material, revision) }];
    const query = { goal, agent, todo: row.todo_id ?? null, wanted, isOwn: isWitnessed, bytesOf };
    const again = await walking(() => mintedFrom(this.#store, run, query));
    if (!again.ok) return 'broken-run';
    const { receipts, notMinted } = again.value;
    const same = receipts.find((one) => one.receipt_id === row.receipt_id);
    if (same !== undefined) return sameRow(same, row) ? 'verified' : 'altered';
    return notMinted.some(({ why }) => why === 'no-bytes') ? 'no-bytes' : 'not-delivered';
  }

  /** What the run of a head tells of deliveries; undefined unless the run verifies. */
  async #run(head: ContentId): Promise<DeliveryRun | undefined> {
    if (!this.#runs.has(head)) {
      const verified = await verifyObject(this.#store, head);
      const holds = verified.ok && verified.value.verdict.verified;
      const run = holds ? await deliveryRun(this.#store, head) : undefined;
      this.#runs.set(head, run?.ok === true ? run.value : undefined);
    }
    return this.#runs.get(head);
  }
}

/**
 * Makes receipts again from a store: what each names must be registered with the content that it names, its event must be in
 * a run that verifies, and that run must give the very row. That the goal, the todo and, of a finished file, the agent are
 * those of the session nobody can tell from it: they are the word of whoever minted the row.
 *
 * @returns one verdict a row, in their order. Throws StoreError when the store fails
 */
export const verifyReceipts = async (
  store: Store,
  rows: readonly unknown[],
  register: Register,
): Promise<readonly JudgedReceipt[]> => {
  const read = rows.map(readRow);
  const events = new Set(read.flatMap((row) => (row === undefined ? [] : [row.evidence_ref])));
  const holding = await branchesWith(store, events);
  const judge = new Judge(store, register);
  const judged: JudgedReceipt[] = [];
  for (const row of read)
    judged.push(
      row === undefined
        ? { receipt: null, agent: null, material: null, revision: null, verdict: 'not-a-receipt', head: null }
        : await judge.judge(row, holding.get(row.evidence_ref) ?? []),
    );
  return judged;
};

/** Whether a row says what it said when it was made, and nothing beside. */
const sameRow = (made: ReceiptRow, given: ReceiptRow): boolean => {
  const keys = Object.keys(made) as (keyof ReceiptRow)[];
  return keys.length === Object.keys(given).length && keys.every((key) => made[key] === given[key]);
};
