import { type ContentId, type RawContentId, refuse } from '@ken/address';
import { Packet } from '@ken/kernel';
import { kindOf, nameOf } from './kinds.ts';
import type { Objects } from './objects.ts';
import { refused, type SessionResult } from './refusal.ts';
import { type RunNode, readRun } from './run.ts';
import { type RecordRow, readChunk, recordTable, type Table } from './tables.ts';

/** An object that must be there: its bytes, or `run/missing-object`. */
export const need = async (objects: Objects, id: ContentId | RawContentId): Promise<SessionResult<Uint8Array>> => {
  const bytes = await objects.get(id);
  return bytes === undefined ? refused('run/missing-object', { id }) : { ok: true, value: bytes };
};

/** Reads one run node. Refused with `run/missing-object`, `object/wrong-kind`, or as `readRun` does. */
export const runAt = async (objects: Objects, id: ContentId): Promise<SessionResult<RunNode>> => {
  const bytes = await need(objects, id);
  if (!bytes.ok) return bytes;
  const kind = kindOf(id, bytes.value);
  if (!kind.ok) return kind;
  return kind.value === 'run'
    ? readRun(id, bytes.value)
    : refused('object/wrong-kind', { id, found: nameOf(kind.value), wanted: 'a head' });
};

/** The nodes of a run from the first seal to the one named. Their number is that of the seals, so that they are held together. */
export const chainTo = async (objects: Objects, head: ContentId): Promise<SessionResult<readonly RunNode[]>> => {
  const chain: RunNode[] = [];
  for (let id: ContentId | null = head; id !== null; ) {
    const node: SessionResult<RunNode> = await runAt(objects, id);
    if (!node.ok) return node;
    chain.push(node.value);
    id = node.value.prior;
  }
  return { ok: true, value: chain.reverse() };
};

/** A refusal met in the middle of a walk, carried to the door that started it. */
export class WalkFault extends Error {
  readonly refused: Extract<SessionResult<never>, { ok: false }>;
  constructor(found: Extract<SessionResult<never>, { ok: false }>) {
    super(found.refusal.code);
    this.refused = found;
  }
}

/** The value of a result, inside a walk. */
export const orFault = <T>(result: SessionResult<T>): T => {
  if (!result.ok) throw new WalkFault(result);
  return result.value;
};

/** Runs a walk and gives its refusal as a value. */
export const walking = async <T>(walk: () => Promise<T>): Promise<SessionResult<T>> => {
  try {
    return { ok: true, value: await walk() };
  } catch (fault) {
    if (fault instanceof WalkFault) return fault.refused;
    throw fault;
  }
};

/**
 * The rows of the chunks of one seal, one chunk in memory at a time. Each chunk but the last must be full and none empty, so
 * that the same rows have only one form. Throws WalkFault.
 */
export async function* rowsOf<Row>(
  objects: Objects,
  table: Table<Row>,
  chunks: readonly ContentId[],
): AsyncGenerator<Row> {
  for (const [at, id] of chunks.entries()) {
    const bytes = orFault(await need(objects, id));
    const rows = orFault(readChunk(table, bytes));
    const full = rows.length === table.rowsPerChunk;
    if (!full && (at < chunks.length - 1 || rows.length === 0 || rows.length > table.rowsPerChunk)) {
      orFault(refused('table/shape', { id, wanted: `${table.rowsPerChunk} rows`, found: rows.length }, 'rows'));
    }
    yield* rows;
  }
}

/**
 * The rows of one table of a run from the row `index` on, over all seals; the chunks before it are not read. Throws WalkFault.
 *
 * @param growth - what a run node adds to the table, and how long it is with it
 */
export async function* rowsFrom<Row>(
  objects: Objects,
  table: Table<Row>,
  chain: readonly RunNode[],
  growth: (node: RunNode) => RunNode['records'],
  index: number,
): AsyncGenerator<Row> {
  let first = 0;
  for (const { count, chunks } of chain.map(growth)) {
    if (index < count) {
      const passed = Math.max(0, Math.floor((index - first) / table.rowsPerChunk));
      let at = first + passed * table.rowsPerChunk;
      for await (const row of rowsOf(objects, table, chunks.slice(passed))) {
        if (at >= index) yield row;
        at += 1;
      }
    }
    first = count;
  }
}

/** The packets of a run from the last to the first. Throws WalkFault. */
export async function* packetsFrom(objects: Objects, last: ContentId | null): AsyncGenerator<Packet> {
  for (let id = last; id !== null; ) {
    const packet: ReturnType<typeof Packet.fromBytes> = Packet.fromBytes(orFault(await need(objects, id)));
    if (!packet.ok)
      throw new WalkFault(refuse(packet.refusal.code, { ...packet.refusal.facts, id }, packet.refusal.path));
    yield packet.value;
    id = packet.value.prior ?? null;
  }
}

// How much is read at once: enough to pay for the lock of a reading, and no more than fits beside everything else.
const batchBytes = 4 * 1024 * 1024;
const batchObjects = 512;

/**
 * Reads the object of each row, several at once, in the order of the rows; undefined where it is missing.
 *
 * @param idOf - the object that a row names
 * @param lengthOf - how many bytes it has, as far as that is known before it is read
 */
export async function* readAhead<Row>(
  objects: Objects,
  rows: AsyncIterable<Row> | Iterable<Row>,
  idOf: (row: Row) => ContentId | RawContentId,
  lengthOf: (row: Row) => number = () => 0,
): AsyncGenerator<readonly [row: Row, bytes: Uint8Array | undefined]> {
  let batch: Row[] = [];
  let length = 0;
  async function* read(): AsyncGenerator<readonly [Row, Uint8Array | undefined]> {
    const found = await objects.getMany(batch.map(idOf));
    for (const [at, row] of batch.entries()) yield [row, found[at]];
    batch = [];
    length = 0;
  }
  for await (const row of rows) {
    batch.push(row);
    length += lengthOf(row);
    if (batch.length >= batchObjects || length >= batchBytes) yield* read();
  }
  if (batch.length > 0) yield* read();
}

/** As `readAhead`, where all must be there. Throws WalkFault. */
export async function* withObjects<Row>(
  objects: Objects,
  rows: AsyncIterable<Row> | Iterable<Row>,
  idOf: (row: Row) => ContentId | RawContentId,
  lengthOf?: (row: Row) => number,
): AsyncGenerator<readonly [row: Row, bytes: Uint8Array]> {
  for await (const [row, bytes] of readAhead(objects, rows, idOf, lengthOf))
    yield [row, bytes ?? orFault(refused('run/missing-object', { id: idOf(row) }))];
}

/** A record's row with its place in the file. */
export interface PlacedRow {
  readonly index: number;
  /** Where the record's bytes begin in the file. */
  readonly start: number;
  readonly row: RecordRow;
}

/** Every row of the record table of a run in file order. Throws WalkFault. */
export async function* placedRows(objects: Objects, chain: readonly RunNode[]): AsyncGenerator<PlacedRow> {
  let index = 0;
  let start = 0;
  for (const node of chain) {
    for await (const row of rowsOf(objects, recordTable, node.records.chunks)) {
      start += row.gap.length;
      yield { index, start, row };
      start += row.length;
      index += 1;
    }
  }
}

/** Every record of a run in file order with its bytes. Throws WalkFault. */
export const recordsOf = (
  objects: Objects,
  chain: readonly RunNode[],
): AsyncGenerator<readonly [placed: PlacedRow, bytes: Uint8Array]> =>
  withObjects(
    objects,
    placedRows(objects, chain),
    ({ row }) => row.source,
    ({ row }) => row.length,
  );

/**
 * The file that a head stands for, in pieces: every gap and record, then the tail. Throws WalkFault.
 */
export async function* fileOf(objects: Objects, chain: readonly RunNode[]): AsyncGenerator<Uint8Array> {
  for await (const [{ row }, bytes] of recordsOf(objects, chain)) {
    if (row.gap.length > 0) yield row.gap;
    yield bytes;
  }
  const tail = chain.at(-1)?.tail ?? null;
  if (tail !== null) yield orFault(await need(objects, tail));
}
