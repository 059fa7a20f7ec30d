import { grouped } from '../grouped.ts';

/** What a record of the model stands behind. */
export interface Line {
  /** Whether a result in a record stands there: itself, or another one of the same answer, whose calls were made together. */
  has(record: number, turn: string | null): boolean;
}

/** How records follow each other, where each names the one that it follows. */
export class RecordTree {
  readonly #index = new Map<string, number>();
  readonly #parents = new Map<number, number>();
  /** The answers whose calls a record has results of. */
  readonly #answered = new Map<number, string[]>();
  /** The record whose line was asked for last, and that line: the next one is nearly always the same and some more. */
  #tip: number | undefined;
  #records = new Set<number>();
  #turns = new Set<string>();

  enter(record: number, place: { readonly id: string | null; readonly parent: string | null } | undefined): void {
    if (place?.id == null || this.#index.has(place.id)) return;
    this.#index.set(place.id, record);
    const parent = place.parent === null ? undefined : this.#index.get(place.parent);
    if (parent !== undefined) this.#parents.set(record, parent);
  }

  /** Notes that a record has a result of a call that an answer made. */
  answers(record: number, turn: string | null): void {
    if (turn !== null) grouped(this.#answered, record).push(turn);
  }

  /** What a record stands behind. Good until the next one is asked for. */
  line(record: number): Line {
    const more: number[] = [];
    let at = this.#parents.get(record);
    for (; at !== undefined && at !== this.#tip; at = this.#parents.get(at)) more.push(at);
    if (at === undefined) {
      this.#records = new Set();
      this.#turns = new Set();
    } else more.push(at);
    for (const one of more) {
      this.#records.add(one);
      for (const turn of this.#answered.get(one) ?? []) this.#turns.add(turn);
    }
    this.#tip = record;
    const [records, turns] = [this.#records, this.#turns];
    return { has: (one, turn) => records.has(one) || (turn !== null && turns.has(turn)) };
  }
}
