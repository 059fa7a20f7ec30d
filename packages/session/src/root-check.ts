import type { RawContentId, RootId } from '@ken/address';
import { type Event, RootEvent, type RootKind } from '@ken/kernel';
import type { Objects } from './objects.ts';
import { refused } from './refusal.ts';
import type { RecordRow } from './tables.ts';
import type { Findings } from './verdict.ts';

/**
 * Checks the root of each event against the only one that it may have: docs/format.md, "Event table". A root that nobody
 * holds is counted as unresolved and judged no further, since a unit over it is still what it says it is.
 */
export class RootCheck {
  readonly #objects: Objects;
  readonly #findings: Findings;
  readonly #held = new Map<RootId, boolean>();
  #record = -1;
  #source: RawContentId | undefined;
  #current: RootId | undefined;

  constructor(objects: Objects, findings: Findings) {
    this.#objects = objects;
    this.#findings = findings;
  }

  /** The next record's event: its root is itself for a prompt, else the prompt before it. */
  async observation(event: Event, row: RecordRow): Promise<void> {
    this.#record += 1;
    this.#source = row.source;
    const prompt = row.producer === 'operator' && row.context !== null;
    if (prompt || this.#current === undefined) {
      this.#current = this.#rootHere(prompt ? 'operator_prompt' : 'harness_event');
    }
    if (await this.#isHeld(event.root)) this.#expect(event, [this.#current]);
  }

  /** An elision after the last record: its root is that record's. */
  async elision(event: Event): Promise<void> {
    if (await this.#isHeld(event.root)) {
      this.#expect(event, [this.#rootHere('harness_event'), this.#rootHere('user_action')]);
    }
  }

  #rootHere(kind: RootKind): RootId | undefined {
    const root = RootEvent.admit({ kind, content: this.#source, seq: this.#record });
    return root.ok ? root.value.id : undefined;
  }

  #expect(event: Event, expected: readonly (RootId | undefined)[]): void {
    if (expected.includes(event.root)) return;
    const facts = { field: 'root', declared: event.root, actual: expected[0] ?? null };
    this.#findings.fail(event.id, 'root', refused('run/unlike', facts));
  }

  async #isHeld(id: RootId): Promise<boolean> {
    const known = this.#held.get(id);
    if (known !== undefined) return known;
    const bytes = await this.#objects.get(id);
    this.#held.set(id, bytes !== undefined);
    if (bytes === undefined) {
      this.#findings.roots.unresolved += 1;
      return false;
    }
    const root = RootEvent.fromBytes(bytes);
    if (root.ok) this.#findings.roots.resolved += 1;
    else this.#findings.fail(id, 'root', root.refusal);
    return true;
  }
}
