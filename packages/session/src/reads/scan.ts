import { asEventId, type ContentId, type EventId, type RawContentId, rawContentId } from '@ken/address';
import { type DeliveryReader, deliveriesOf, type Told, type ToolResult } from '@ken/transcript';
import { refsOf } from '../event-refs.ts';
import { grouped } from '../grouped.ts';
import type { Objects } from '../objects.ts';
import type { RunNode } from '../run.ts';
import { eventTable, findingTable, type RecordRow, type Span } from '../tables.ts';
import { unitFrom } from '../units.ts';
import { need, orFault, recordsOf, rowsFrom, rowsOf, withObjects } from '../walk.ts';
import { LIVE } from '../witness.ts';
import { placed } from './placed.ts';
import { RecordTree } from './record-tree.ts';
import { partOf, renders } from './render.ts';
import type { Left, Recorded, Seen, SeenInRun } from './seen.ts';

const idOfText = (text: string): RawContentId => rawContentId(new TextEncoder().encode(text));

/** A result that may still leave the context, or be used. */
interface Standing extends Omit<Seen, 'left' | 'used' | 'answered'> {
  /** Where in its record it stands: what of that leaves, the model no longer has the whole of. */
  readonly span: Span;
  /** Whether its record is of a side-chain. */
  readonly aside: boolean;
  /** The answer of the model that made the call. */
  readonly turn: string | null;
  left: Left | null;
  used: boolean;
  answered: boolean;
}

// Formats that record no compaction: what left them, the comparison with a later file shows.
const arrays: readonly string[] = ['openai-messages', 'anthropic-messages', 'gemini'];

/** Follows the results of one run, record by record. */
class Scan {
  readonly #objects: Objects;
  readonly #reader: DeliveryReader | undefined;
  readonly #live: boolean;
  readonly #isArray: boolean;
  readonly #standing = new Map<EventId, Standing[]>();
  readonly #unused = new Set<Standing>();
  readonly #all: Standing[] = [];
  readonly #recorded = new Map<string, Recorded>();
  /** The record in which each answer of the model begins. */
  readonly #turns = new Map<string, number>();
  /** Whether some record is of no side-chain: a side-chain that the file begins with is then another agent's. */
  #isMain = false;
  readonly #tree = new RecordTree();
  readonly #folders = new Set<string>();
  #cwd: string | null = null;

  constructor(objects: Objects, format: string) {
    this.#objects = objects;
    this.#live = format === LIVE;
    this.#isArray = arrays.includes(format);
    this.#reader = deliveriesOf(format);
  }

  get result(): SeenInRun {
    return {
      seen: this.#all
        .filter(({ aside }) => !(aside && this.#isMain))
        .map(({ span: _, aside: __, turn: ___, ...seen }) => seen),
      recorded: [...this.#recorded.values()],
      folders: [...this.#folders],
      observable: this.#live || this.#reader !== undefined,
    };
  }

  /** What left because of a record leaves before the record itself is seen. */
  async left(elisions: readonly ContentId[], record: number, cause: string): Promise<void> {
    for await (const [, bytes] of withObjects(this.#objects, elisions, (id) => id)) {
      const { unit, sources } = orFault(refsOf(bytes));
      const standing = sources.flatMap((id) => this.#standing.get(asEventId(id)) ?? []);
      if (unit === null || standing.length === 0) continue;
      const { span } = orFault(unitFrom(orFault(await need(this.#objects, unit))));
      for (const one of standing) {
        if (one.span.end <= Number(span.start) || Number(span.end) <= one.span.start) continue;
        one.left ??= { record, cause };
        this.#unused.delete(one);
      }
    }
  }

  /** Whether what left because of a record says that a later file shows less: what it still shows may stand elsewhere in it. */
  isRewritten(cause: string): boolean {
    return this.#isArray && cause === 'compaction';
  }

  /** What may have been lost to the model before it was used was not used: nothing tells. */
  doubt(record: number, cause: string): void {
    for (const one of this.#unused) one.left = { record, cause };
    this.#unused.clear();
  }

  see(record: number, row: RecordRow, bytes: Uint8Array, event: EventId): void {
    if (row.context === null) {
      this.#seeBeside(record, bytes);
      return;
    }
    if (this.#live) {
      // What comes back into the context was said before, and white space says nothing.
      const says = row.reason === 'live/observation' && bytes.some((byte) => byte > space);
      if (row.producer === 'model' && says) this.#use((one) => one.record < record);
      if (row.producer === 'tool')
        this.#stand(
          { ...rawLive, length: bytes.length, textLength: bytes.length, content: row.source },
          { record, span: row.context.span, event, aside: false, turn: null, answered: false },
        );
      return;
    }
    const told = this.#reader?.tell(bytes);
    if (told === undefined) return;
    if (told.resets) this.doubt(record, 'reset');
    this.#isMain ||= told.aside === false;
    this.#tree.enter(record, told.tree);
    if (row.producer === 'model') this.#hear(record, told);
    if (told.cwd !== null) this.#enterFolder(told.cwd);
    for (const { path, text } of told.texts) this.#record(placed(path, this.#cwd), text);
    for (const result of told.results) {
      const folder = result.from ?? this.#cwd;
      const path = result.path === null ? null : placed(result.path, folder);
      const shown = this.#shown(result, path, folder);
      const { turn, answered } = result;
      this.#tree.answers(record, turn);
      const at = { record, span: result.span ?? row.context.span, event, aside: told.aside === true, turn, answered };
      this.#stand({ ...shown, path, at: told.at }, at);
    }
  }

  /** What is beside the context is no delivery, and may say where paths go out from, and what follows what. */
  #seeBeside(record: number, bytes: Uint8Array): void {
    const told = this.#reader?.beside?.(bytes);
    if (told === undefined) return;
    if (told.resets) this.doubt(record, 'reset');
    if (told.cwd !== null) this.#enterFolder(told.cwd);
    this.#tree.enter(record, told.tree);
  }

  #enterFolder(folder: string): void {
    this.#cwd = folder;
    this.#folders.add(folder);
  }

  /** What a result verifiably shows: lines, where its own account renders to it, else text as it is. */
  #shown(
    { tool, lines, shown, raw }: ToolResult,
    path: string | null,
    folder: string | null,
  ): Pick<Seen, 'tool' | 'part' | 'content' | 'length' | 'textLength' | 'odd' | 'raw'> {
    const length = Buffer.byteLength(shown);
    // What is no text has no bytes of its own: encoded, it would be those of another one.
    const asItIs = { tool, part: null, content: idOfText(shown), length, textLength: length };
    if (!shown.isWellFormed()) return { ...asItIs, odd: true, raw: false };
    if (lines === null) return { ...asItIs, odd: false, raw };
    const part = partOf(lines);
    const copied = lines.copy.split('\n');
    const isOfCall = path !== null && placed(lines.path, folder) === path;
    if (!isOfCall || part === null || copied.length !== lines.count || !renders(copied, part.label, shown))
      return { ...asItIs, odd: true, raw };
    if (part.from === 1 && part.to === part.total) this.#record(path, lines.copy);
    const textLength = Buffer.byteLength(lines.copy);
    return { tool, part, content: idOfText(lines.copy), length, textLength, odd: false, raw };
  }

  #stand(
    seen: Pick<Seen, 'tool' | 'path' | 'part' | 'content' | 'length' | 'textLength' | 'at' | 'odd' | 'raw'>,
    { answered, ...at }: Pick<Standing, 'record' | 'span' | 'event' | 'aside' | 'turn' | 'answered'>,
  ): void {
    const standing: Standing = { ...seen, ...at, left: null, used: answered, answered };
    this.#all.push(standing);
    if (!answered) this.#unused.add(standing);
    grouped(this.#standing, at.event).push(standing);
  }

  /** The model said something in an answer that may have begun before, and stands somewhere in the tree of the records. */
  #hear(record: number, { turn, speaks, aside, tree }: Told): void {
    const begun = turn === null ? record : (this.#turns.get(turn) ?? record);
    if (turn !== null) this.#turns.set(turn, begun);
    if (!speaks || this.#unused.size === 0) return;
    const line = tree === undefined ? undefined : this.#tree.line(record);
    this.#use(
      (one) =>
        one.record < begun && one.aside === (aside === true) && (line === undefined || line.has(one.record, one.turn)),
    );
  }

  /** The model answered, with some of what had come in its context. */
  #use(isBefore: (one: Standing) => boolean): void {
    for (const one of this.#unused) {
      if (!isBefore(one)) continue;
      one.used = true;
      one.answered = true;
      this.#unused.delete(one);
    }
  }

  #record(path: string, text: string): void {
    const id = idOfText(text);
    const key = `${path}\0${id}`;
    if (!this.#recorded.has(key)) this.#recorded.set(key, { path, text, id });
  }

  /** What the run ends with in its context can still be used. */
  end(): void {
    for (const one of this.#unused) one.used = true;
  }
}

const space = 0x20;
const rawLive = { tool: null, path: null, part: null, at: null, odd: false, raw: true } as const;

// What such a record would have said nobody knows: it may have taken everything out of the context.
const doubtful: readonly string[] = ['compaction-unverifiable', 'duplicate-key', 'torn-record'];

/** The records at which results may have been lost to the model, by what the reader noticed. */
const doubtsIn = async (objects: Objects, chain: readonly RunNode[]): Promise<ReadonlyMap<number, string>> => {
  const doubts = new Map<number, string>();
  for (const { findings } of chain)
    for await (const { code, record, facts } of rowsOf(objects, findingTable, findings.chunks)) {
      const isDoubt = doubtful.includes(code) || facts['results'] !== undefined;
      if (record !== null && isDoubt) doubts.set(record, code);
    }
  return doubts;
};

/**
 * Reads a run for what tools delivered in it, in one pass. In memory are the results, without their text, and each whole text
 * of a file that records hold beside them once. Throws WalkFault.
 */
export const scanRun = async (objects: Objects, chain: readonly RunNode[]): Promise<SeenInRun> => {
  const scan = new Scan(objects, chain[0]?.format ?? '');
  const doubts = await doubtsIn(objects, chain);
  const events = rowsFrom(objects, eventTable, chain, (node) => node.events, 0);
  let seq = 0;
  const next = async (): Promise<ContentId> => {
    const read = await events.next();
    if (read.done === true) throw new TypeError('every record has an event');
    seq += 1;
    return read.value;
  };
  let before:
    | { readonly record: number; readonly row: RecordRow; readonly bytes: Uint8Array; readonly event: EventId }
    | undefined;
  const settle = async (until: number): Promise<void> => {
    if (before === undefined) return;
    const elisions: ContentId[] = [];
    while (seq < until) elisions.push(await next());
    const { record, row, bytes, event } = before;
    if (elisions.length > 0) await scan.left(elisions, record, row.cause ?? '');
    const isRewritten = elisions.length > 0 && scan.isRewritten(row.cause ?? '');
    const doubt = doubts.get(record) ?? (isRewritten ? 'compaction' : undefined);
    if (doubt !== undefined) scan.doubt(record, doubt);
    scan.see(record, row, bytes, event);
  };
  for await (const [{ index, row }, bytes] of recordsOf(objects, chain)) {
    await settle(row.seq);
    before = { record: index, row, bytes, event: asEventId(await next()) };
  }
  await settle(chain.at(-1)?.events.count ?? 0);
  scan.end();
  return scan.result;
};
