import { scanJson } from '../json/value.ts';
import { accepted, type Result, refused } from '../result.ts';

/** A value of a column: a text or blob as its bytes, an integer, or null. */
export type Cell = Uint8Array | bigint | null;

/** The tables of a database, whoever reads them. */
export interface Tables {
  /** The columns of a table, in their order; none where there is no such table. */
  columns(table: string): readonly string[];
  /** The rows in which a column, if one is named, has a text; ordered by columns. */
  rows(query: {
    readonly table: string;
    readonly columns: readonly string[];
    readonly where?: { readonly column: string; readonly is: string };
    readonly order: readonly string[];
  }): Iterable<readonly Cell[]>;
}

/** A session that a database holds. */
export interface DatabaseSession {
  readonly id: string;
  /** When it was changed last, in milliseconds, where the database says. */
  readonly updated: number | null;
}

/** What each table must have. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  session: ['id'],
  message: ['id', 'session_id', 'time_created', 'data'],
  part: ['id', 'message_id', 'data'],
};

/** Columns of a session that stay as they were when it began, under the names that an export gives them. */
const LASTING: readonly (readonly [column: string, member: string])[] = [
  ['slug', 'slug'],
  ['project_id', 'projectID'],
  ['parent_id', 'parentID'],
  ['directory', 'directory'],
  ['version', 'version'],
];
const CREATED = 'time_created';
const UPDATED = 'time_updated';

const SIGN = 'opencode: a database with the tables "session", "message" and "part"';

/**
 * The sessions that a database of OpenCode holds (§5), in the order of their ids. One whose id is no text cannot be named, and is
 * none.
 *
 * @param bytes the length of the file, for the report
 * Refuses with `transcript/unrecognised` what has not the tables of OpenCode.
 */
export function openCodeSessions(
  tables: Tables,
  bytes: number,
): Result<readonly DatabaseSession[], 'transcript/unrecognised'> {
  for (const [table, needed] of Object.entries(NEEDED)) {
    const columns = tables.columns(table);
    if (needed.some((column) => !columns.includes(column))) {
      return refused('transcript/unrecognised', { bytes, records: 0, lookedFor: SIGN });
    }
  }
  const columns = tables.columns('session').includes(UPDATED) ? ['id', UPDATED] : ['id'];
  const sessions: DatabaseSession[] = [];
  for (const [id = null, updated = null] of tables.rows({ table: 'session', columns, order: ['id'] })) {
    const name = id instanceof Uint8Array ? textOf(id) : null;
    if (name !== null && name !== '') {
      sessions.push({ id: name, updated: typeof updated === 'bigint' ? Number(updated) : null });
    }
  }
  return accepted(Object.freeze(sessions));
}

/**
 * A session of a database as the document that an export of it is, a message a line. The same rows give the same bytes, and
 * more messages give a document that grew: what stands before the messages is what does not change, and all other columns of
 * the session stand behind them, under `session`.
 *
 * Messages stand in the order of their times and ids, parts in that of their ids, as OpenCode reads them. The `data` of a row is
 * written as it stands there, and behind its members those of `id`, `sessionID` and `messageID` that it has not. What is no
 * JSON object is the member `data` of one: a text as such, bytes that are no text in base64.
 *
 * @returns the pieces of the document, one message in memory at a time; nothing of them is written again
 */
export function* openCodeDocument(tables: Tables, session: string): Generator<Uint8Array> {
  const columns = tables.columns('session');
  const [row = []] = tables.rows({ table: 'session', columns, where: { column: 'id', is: session }, order: [] });
  const of = (column: string): Cell => row[columns.indexOf(column)] ?? null;
  const lasting = LASTING.filter(([column]) => of(column) !== null);
  const head = new Map<string, Uint8Array>([['id', Buffer.from(JSON.stringify(session))]]);
  for (const [column, member] of lasting) {
    head.set(member, jsonOf(of(column)));
  }
  if (of(CREATED) !== null) {
    head.set('time', objectOf(new Map([['created', jsonOf(of(CREATED))]])));
  }
  yield Buffer.concat([Buffer.from('{"info":'), objectOf(head), Buffer.from(',\n"messages":[')]);
  let between = '\n';
  for (const [message = null, data = null] of tables.rows({
    table: 'message',
    columns: ['id', 'data'],
    where: { column: 'session_id', is: session },
    order: ['time_created', 'id'],
  })) {
    const id = message instanceof Uint8Array ? textOf(message) : null;
    const members = id === null ? {} : { id };
    yield Buffer.concat([Buffer.from(`${between}{"info":`), completed(data, { ...members, sessionID: session })]);
    yield Buffer.from(',"parts":[');
    if (id !== null) {
      yield* partsOf(tables, session, id);
    }
    yield Buffer.from(']}');
    between = ',\n';
  }
  const told = new Set<string>(['id', CREATED, ...lasting.map(([column]) => column)]);
  const rest = new Map(columns.flatMap((column, at) => (told.has(column) ? [] : [[column, jsonOf(row[at] ?? null)]])));
  yield Buffer.concat([Buffer.from('\n],\n"session":'), objectOf(rest), Buffer.from('}\n')]);
}

function* partsOf(tables: Tables, session: string, message: string): Generator<Uint8Array> {
  const where = { column: 'message_id', is: message };
  let comma = '';
  for (const [part = null, data = null] of tables.rows({
    table: 'part',
    columns: ['id', 'data'],
    where,
    order: ['id'],
  })) {
    const id = part instanceof Uint8Array ? textOf(part) : null;
    const members = id === null ? {} : { id };
    yield Buffer.concat([Buffer.from(comma), completed(data, { ...members, sessionID: session, messageID: message })]);
    comma = ',';
  }
}

/** What a row holds as a JSON object, with the members that stand in columns of their own. */
function completed(data: Cell, columns: Readonly<Record<string, string>>): Uint8Array {
  const scanned = data instanceof Uint8Array ? scanJson(data) : null;
  const members = new Map(Object.entries(columns).map(([key, text]) => [key, Buffer.from(JSON.stringify(text))]));
  if (!(data instanceof Uint8Array) || scanned?.ok !== true || scanned.value.kind !== 'object') {
    return objectOf(
      new Map<string, Uint8Array>([...members, ['data', scanned?.ok === true ? (data as Uint8Array) : jsonOf(data)]]),
    );
  }
  let isEmpty = true;
  for (const { key } of scanned.value.members()) {
    members.delete(key);
    isEmpty = false;
  }
  if (members.size === 0) {
    return data;
  }
  const { start, end } = scanned.value.span;
  const opened = data.subarray(start, end - 1);
  return Buffer.concat([opened, Buffer.from(isEmpty ? '' : ','), objectOf(members).subarray(1)]);
}

function objectOf(members: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const pieces: Uint8Array[] = [];
  for (const [key, value] of members) {
    pieces.push(Buffer.from(`${pieces.length === 0 ? '{' : ','}${JSON.stringify(key)}:`), value);
  }
  return Buffer.concat([...(pieces.length === 0 ? [Buffer.from('{')] : pieces), Buffer.from('}')]);
}

/** A cell as JSON. */
function jsonOf(cell: Cell): Uint8Array {
  if (cell === null || typeof cell === 'bigint') {
    return Buffer.from(String(cell));
  }
  const text = textOf(cell);
  return Buffer.from(JSON.stringify(text ?? { base64: Buffer.from(cell).toString('base64') }));
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Bytes as text; null where they are none. */
function textOf(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) {
      return null;
    }
    throw error;
  }
}
