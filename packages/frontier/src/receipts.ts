import { RECEIPT_SCHEMA } from './documents.ts';
import type { Faults } from './faults.ts';
import { OUTCOMES } from './names.ts';
import { byCodePoint } from './order.ts';
import { entriesOf, isPlain, look, own, quietly } from './read.ts';
import { fold, judgeText, LIMITS, readText, written } from './text.ts';
import { byInstant, type Instant, parseTime } from './time.ts';
import { collapse, isBlank } from './white-space.ts';

/** A row that matches for its goal, agent and material; the todo is still to be compared. */
interface Row {
  readonly index: number;
  readonly todo: string | undefined;
  readonly id: unknown;
  readonly observed: unknown;
  readonly recorded: string;
  readonly instant: Instant;
  readonly unavailable: boolean;
}

/** The receipt that speaks for an item. */
export interface Receipt {
  readonly id: string;
  /** Empty where the receipt names no revision. */
  readonly observed: string;
  /** The receipt's own text, collapsed. */
  readonly recorded: string;
  readonly unavailable: boolean;
}

const MATCHING: ReadonlySet<string> = new Set(OUTCOMES);

type ByMaterial = Map<string, Row[]>;

/**
 * Receipts by goal, agent and material. It holds copies of what it needs of the rows and changes no more after it
 * is built. Only `indexReceipts` makes one.
 */
export class ReceiptIndex {
  readonly #rows = new Map<string, Map<string, ByMaterial>>();

  /** @internal */
  constructor(rows: Iterable<unknown>) {
    let index = 0;
    for (const row of rows) {
      this.#add(row, index);
      index += 1;
    }
    Object.freeze(this);
  }

  /** Whether a value is an index, which no parsed value can pretend to be. */
  static is(value: unknown): value is ReceiptIndex {
    return typeof value === 'object' && value !== null && #rows in value;
  }

  #add(row: unknown, index: number): void {
    // A row that cannot be read is as one that is no object: without it something can only stay unread.
    const read = quietly(() => readRow(row, index)) ?? null;
    if (read === null) return;
    const agents = ensure(this.#rows, read.goal, () => new Map<string, ByMaterial>());
    const materials = ensure(agents, read.agent, () => new Map<string, Row[]>());
    ensure(materials, read.material, () => [] as Row[]).push(read.row);
  }

  /**
   * The latest receipt of a material, or null. Every matching row's id is checked as text, and the chosen one's
   * observed revision and time. With a todo only the rows of that todo match. (frontier, state)
   */
  find(goal: string, agent: string, material: string, todo: string, faults: Faults): Receipt | null {
    let best: { readonly row: Row; readonly id: string } | null = null;
    for (const row of this.#rows.get(goal)?.get(agent)?.get(material) ?? []) {
      if (todo !== '' && row.todo !== todo) continue;
      const id = judgeText(row.id, LIMITS.id);
      if (typeof id !== 'string') {
        faults.add(id.code, `receipts[${row.index}].receipt_id`, id.facts);
        continue;
      }
      if (best === null || isLater(row, id, best)) best = { row, id };
    }
    if (best === null) return null;
    const { row, id } = best;
    const path = `receipts[${row.index}]`;
    const observed = readText(row.observed, `${path}.observed_revision`, LIMITS.revision, faults) ?? '';
    const recorded = readText(row.recorded, `${path}.recorded_at`, LIMITS.time, faults) ?? '';
    return { id, observed, recorded, unavailable: row.unavailable };
  }
}

function isLater(row: Row, id: string, best: { readonly row: Row; readonly id: string }): boolean {
  return (byInstant(row.instant, best.row.instant) || byCodePoint(id, best.id)) > 0;
}

function ensure<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** What of a row can match at all, and null for the others. The five names are compared exactly, untrimmed. */
function readRow(
  row: unknown,
  index: number,
): { readonly goal: string; readonly agent: string; readonly material: string; readonly row: Row } | null {
  if (!isPlain(row) || own(row, 'schema_version') !== RECEIPT_SCHEMA) return null;
  const goal = written(own(row, 'goal_id'));
  const agent = written(own(row, 'agent_id'));
  const material = written(own(row, 'material_id'));
  if (goal === undefined || agent === undefined || material === undefined) return null;
  const id = own(row, 'receipt_id');
  const outcome = fold(own(row, 'outcome'));
  const time = own(row, 'recorded_at');
  if (isBlank(id) || !MATCHING.has(outcome) || typeof time !== 'string') return null;
  const recorded = collapse(time);
  const instant = parseTime(recorded);
  if (instant === null) return null;
  const todo = written(own(row, 'todo_id'));
  const observed = own(row, 'observed_revision');
  const unavailable = outcome === 'unavailable';
  return { goal, agent, material, row: { index, todo, id, observed, recorded, instant, unavailable } };
}

/**
 * Makes an index of receipt rows, once for the frontiers of many agents: `buildFrontier` takes it for `receipts`.
 * Takes one row, a list, or any iterable of rows (a generator over lines of a file). Nothing is refused: what is no
 * row is ignored, which can only leave something unread; what is wrong with a matching row is the refusal of the
 * frontier that it would speak in. (frontier, inputs 6)
 */
export function indexReceipts(rows: unknown): ReceiptIndex {
  return new ReceiptIndex(isIterable(rows) ? rows : (quietly(() => entriesOf(rows) ?? [rows]) ?? []));
}

// A parsed value never is one, so that an iterable is the caller's own code, as misuse of it would be.
function isIterable(value: unknown): value is Iterable<unknown> {
  if (typeof value !== 'object' || value === null) return false;
  return quietly(() => look(() => !Array.isArray(value) && Symbol.iterator in value)) ?? false;
}
