import { asEventId, type EventId, parseRawContentId, type RawContentId } from '@ken/address';
import type { Opening } from '../live/opening.ts';
import { readLiveRecord } from '../live/records.ts';
import type { Objects } from '../objects.ts';
import type { RunNode } from '../run.ts';
import { eventTable, type RecordRow } from '../tables.ts';
import { need, orFault, placedRows, rowsFrom } from '../walk.ts';
import type { Delivery } from './receipt.ts';

/** What Ken says before the bytes of a material that it delivers. */
export type DeliveryNote = Pick<Delivery, 'goal' | 'agent' | 'todo' | 'material' | 'revision' | 'content'>;

/** The event that observed a record. Throws WalkFault. */
export const eventOf = async (objects: Objects, chain: readonly RunNode[], seq: number): Promise<EventId> => {
  for await (const id of rowsFrom(objects, eventTable, chain, (node) => node.events, seq)) return asEventId(id);
  throw new TypeError('every record has an event');
};

const textIn = (says: Readonly<Record<string, unknown>>, key: string): string | undefined => {
  const value = says[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** The delivery that a record speaks of, without its event; undefined where it speaks of something else. */
const noted = (bytes: Uint8Array): Omit<Delivery, 'event'> | undefined => {
  const read = readLiveRecord(bytes);
  if (read?.record !== 'delivery') return undefined;
  const { says, at } = read;
  const [goal, agent, material, revision] = ['goal', 'agent', 'material', 'revision'].map((key) => textIn(says, key));
  const content = parseRawContentId(textIn(says, 'content') ?? '');
  if (goal === undefined || agent === undefined || material === undefined || revision === undefined || !content.ok)
    return undefined;
  return { goal, agent, todo: textIn(says, 'todo') ?? null, material, revision, content: content.value, at };
};

const delivers = (row: RecordRow | undefined, content: RawContentId): boolean =>
  row?.reason === 'live/observation' && row.producer === 'tool' && row.place === 'context' && row.source === content;

/**
 * What Ken delivered in a live run to the agent whose run it is, in its order: a record that says what, and after it the very
 * bytes. Nothing of another run: who says of a finished file that Ken delivered in it is not believed. Throws WalkFault.
 */
export async function* deliveredIn(
  objects: Objects,
  chain: readonly RunNode[],
  { agent }: Opening,
): AsyncGenerator<Delivery> {
  let note: Omit<Delivery, 'event'> | undefined;
  for await (const { row } of placedRows(objects, chain)) {
    if (note !== undefined && note.agent === agent && delivers(row, note.content))
      yield { ...note, event: await eventOf(objects, chain, row.seq) };
    note = row.reason === 'live/delivery' ? noted(orFault(await need(objects, row.source))) : undefined;
  }
}
