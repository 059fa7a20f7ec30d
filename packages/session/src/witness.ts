import type { EventId, UnitId } from '@ken/address';
import type { Event, EventBody } from '@ken/kernel';
import type { Producer } from '@ken/transcript';

/** The format of a run that was witnessed as it happened. No transcript is of it. */
export const LIVE = 'live';

/** What is asked of a record to know how its event came to be. */
interface Seen {
  readonly producer: Producer | null;
  readonly retrieves: number | null;
}

/** How the event of a record came to be: what its body says of that, and the event that it is derived from. */
type Origination = Pick<EventBody, 'origin' | 'kind' | 'sources' | 'depth'> & { readonly over?: Event };

/**
 * Who saw the records of a run. What a finished file says is history, whoever it names; the origins operator, model, tool and
 * harness belong to what was witnessed as it happened (design, "From a transcript to a frame").
 */
export interface Witness {
  /** Undefined where a record cannot have come to be as it says. */
  see(record: Seen): Origination | undefined;
  saw(record: number, event: Event): void;
  /** A unit left the context that is a part of this record. */
  lost(unit: UnitId, record: number): void;
  /** Who made a record, as far as that is remembered. */
  producerOf(record: number): Producer | null;
  /** The record that a unit is a part of, as far as that is remembered. */
  recordOf(unit: UnitId): number | undefined;
}

const history: Witness = {
  see: ({ retrieves }) =>
    retrieves === null ? { origin: 'historical', kind: 'observation', sources: [], depth: 0 } : undefined,
  saw: () => undefined,
  lost: () => undefined,
  producerOf: () => null,
  recordOf: () => undefined,
};

/** A record that comes back needs the event that first saw it, whenever that was: all of them are remembered. */
class Present implements Witness {
  readonly #events = new Map<number, Event>();
  readonly #lost = new Map<UnitId, number>();

  see({ producer, retrieves }: Seen): Origination | undefined {
    if (producer === null) return undefined;
    if (retrieves !== null) {
      const over = this.#events.get(retrieves);
      if (over === undefined || over.origin !== producer) return undefined;
      const sources: EventId[] = [over.id];
      return { origin: over.origin, kind: 'retrieval', sources, depth: over.depth, over };
    }
    // What the harness puts in was made, and not observed (kernel, "Event").
    if (producer === 'harness') return { origin: 'harness', kind: 'intervention', sources: [], depth: 1 };
    return { origin: producer, kind: 'observation', sources: [], depth: 0 };
  }

  saw(record: number, event: Event): void {
    this.#events.set(record, event);
  }

  lost(unit: UnitId, record: number): void {
    if (!this.#lost.has(unit)) this.#lost.set(unit, record);
  }

  producerOf(record: number): Producer | null {
    const origin = this.#events.get(record)?.origin;
    return origin === undefined || origin === 'historical' ? null : origin;
  }

  recordOf(unit: UnitId): number | undefined {
    return this.#lost.get(unit);
  }
}

/** Who saw the records of a run of this format: the one place where origins come from. */
export const witnessOf = (format: string): Witness => (format === LIVE ? new Present() : history);
