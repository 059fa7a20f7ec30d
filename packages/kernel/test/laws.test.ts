import { type EventId, type PacketId, rawContentId } from '@ken/address';
import {
  ALL_OPS,
  asserts,
  checkOf,
  depthAfter,
  Event,
  type EventBody,
  type EventKind,
  isAddressed,
  isRooted,
  knownSource,
  type Op,
  type Origin,
  Packet,
  RootEvent,
  Unit,
  verifyUnit,
} from '@ken/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { body, library, material, root, unit, unminted } from './fixtures.ts';
import { must, outcome } from './vectors.ts';

const depths = fc.oneof(fc.constantFrom(0, 1, 2 ** 32 - 2, 2 ** 32 - 1), fc.nat());
const seeds = (seed: number, numRuns = 500): { seed: number; numRuns: number } => ({ seed, numRuns });
const others: readonly Op[] = ALL_OPS.filter((op) => op !== 'generate');

describe('laws of operations', () => {
  it('generation is the only riser', () => {
    fc.assert(
      fc.property(depths, (depth) => {
        for (const op of ALL_OPS) expect(depthAfter(op, depth) > depth).toBe(op === 'generate' && depth < 2 ** 32 - 1);
      }),
      seeds(1),
    );
    expect([0, 1, 2 ** 32 - 1].map((depth) => depthAfter('generate', depth))).toEqual([1, 2, 2 ** 32 - 1]);
  });

  it('concise and elide preserve depth', () => {
    fc.assert(
      fc.property(depths, (depth) => {
        expect([depthAfter('concise', depth), depthAfter('elide', depth)]).toEqual([depth, depth]);
      }),
      seeds(2),
    );
  });

  it('elision asserts nothing and is re-derivable', () => {
    expect([asserts('elide'), checkOf('elide')]).toEqual([false, 'rederive']);
    expect(others.filter((op) => !asserts(op))).toEqual(['elide']);
    const again = must(Unit.seal({ op: 'elide', source: material, span: unit.span, root: unit.root }));
    expect(again).toEqual(unit);
    expect(again.id).toBe(unit.id);
  });

  it('only generation needs attestation', () => {
    expect(ALL_OPS.filter((op) => checkOf(op) === 'ground_attest')).toEqual(['generate']);
  });

  it('without generation everything is checkable', () => {
    expect(others.map(checkOf)).toEqual(['ground', 'rederive']);
  });
});

const spans = fc
  .tuple(fc.nat({ max: material.length + 5 }), fc.nat({ max: material.length + 5 }))
  .map(([start, end]) => ({ start, end }));

describe('laws of units', () => {
  it('sealed from source is depth ≤ 1', () => {
    let sealed = 0;
    fc.assert(
      fc.property(spans, fc.constantFrom(...ALL_OPS), (each, op) => {
        const result = Unit.seal({ op, source: material, span: each, root: root.id });
        if (!result.ok) return;
        sealed += 1;
        expect(result.value.depth).toBeLessThanOrEqual(1);
      }),
      seeds(3, 2000),
    );
    expect(sealed).toBeGreaterThan(50);
  });

  it('sealed is addressed', () => {
    fc.assert(
      fc.property(spans, (each) => {
        const result = Unit.seal({ op: 'elide', source: material, span: each, root: root.id });
        const inside = each.start < each.end && each.end <= material.length;
        expect(result.ok).toBe(inside);
        if (result.ok) expect(isAddressed(result.value.span) && verifyUnit(result.value, material).ok).toBe(true);
      }),
      seeds(4),
    );
  });

  it('every unit of a well-formed chain is depth ≤ 1, however long', () => {
    const source = knownSource(material);
    const units = new Map<string, Unit>();
    const packets = new Map<PacketId, Packet>();
    let last: Packet | undefined;
    for (let i = 0; i < 5000; i += 1) {
      const end = 1 + (i % material.length);
      const each = must(Unit.seal({ op: 'elide', source, span: { start: i % end, end }, root: root.id }));
      units.set(each.id, each);
      last = must(last === undefined ? Packet.genesis([each.id]) : Packet.following(last.id, [each.id, unit.id]));
      packets.set(last.id, last);
    }
    units.set(unit.id, unit);
    let length = 0;
    for (let at = last; at !== undefined; at = at.prior && packets.get(at.prior)) {
      length += 1;
      for (const id of at.units) expect(units.get(id)?.depth).toBeLessThanOrEqual(1);
    }
    expect(length).toBe(5000);
  });

  it('a rooted unit is not fabricated, an orphan is', () => {
    const orphan = must(Unit.admit({ ...unit, root: unminted }));
    const resolve = (id: string): RootEvent | undefined => (id === root.id ? root : undefined);
    expect(verifyUnit(orphan, material).ok).toBe(true);
    expect([isRooted(unit, resolve), isRooted(orphan, resolve)]).toEqual([true, false]);
    expect(isRooted(orphan, () => root)).toBe(false);
  });

  it('model output is not a root', () => {
    const content = rawContentId(material);
    for (const kind of ['model_output', 'model', 'assistant']) {
      expect(outcome(RootEvent.admit({ kind, content, seq: 0 }))).toBe('root/shape');
      // @ts-expect-error: there is no model kind
      expect(outcome(RootEvent.mint({ kind, material, seq: 0 }))).toBe('root/shape');
    }
    for (const kind of ['operator_prompt', 'user_action', 'harness_event'] as const) {
      expect(RootEvent.mint({ kind, material, seq: 0 }).ok).toBe(true);
    }
  });

  it('a live root is not freely evictable, a superseded or withdrawn one is', () => {
    const lives = (['live', 'superseded', 'withdrawn'] as const).map((life) => unit.withLife(life));
    expect(lives.map((each) => each.evictable)).toEqual([false, true, true]);
    expect(new Set(lives.map((each) => each.id)).size).toBe(1);
  });
});

const kinds: readonly EventKind[] = [
  'observation',
  'intervention',
  'retrieval',
  { verdict: { verdict: 'answer' } },
  { elision: { unit: unit.id } },
];
const origins: readonly Origin[] = ['operator', 'model', 'tool', 'historical', 'harness'];
const attempt = fc.record({
  kind: fc.constantFrom(...kinds),
  origin: fc.constantFrom(...origins),
  depth: fc.constantFrom(0, 1, 2, 2 ** 32 - 1),
  parents: fc.array(fc.nat(), { maxLength: 3 }),
  sources: fc.nat({ max: 3 }),
});

/** Every event of a random history that was admitted, each with its sources; most attempts are refused. */
function history(
  attempts: readonly { kind: EventKind; origin: Origin; depth: number; parents: number[]; sources: number }[],
): { event: Event; sources: Event[] }[] {
  const admitted = [must(Event.mint(body({ seq: 999 }), [], library()))];
  const result: { event: Event; sources: Event[] }[] = [];
  const find = (id: EventId): Event => admitted.find((event) => event.id === id) ?? expect.fail('a parent is missing');
  for (const [seq, { kind, origin, depth, parents, sources }] of attempts.entries()) {
    const over = parents.map((each) => (admitted[each % admitted.length] as Event).id);
    const claim: EventBody = body({ kind, origin, depth, seq, sources: over.slice(0, sources) });
    const event = Event.mint(claim, over, library(...admitted));
    if (!event.ok) continue;
    admitted.push(event.value);
    result.push({ event: event.value, sources: event.value.sources.map(find) });
  }
  return result;
}

describe('laws of events', () => {
  it('every admitted event is depth ≤ 1', () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(fc.array(attempt, { minLength: 30, maxLength: 60 }), (attempts) => {
        for (const { event } of history(attempts)) {
          expect(event.depth).toBeLessThanOrEqual(1);
          const name = `${JSON.stringify(event.kind).slice(0, 10)} ${event.depth}`;
          seen.set(name, (seen.get(name) ?? 0) + 1);
        }
      }),
      seeds(5, 300),
    );
    // Every kind was admitted, and both depths of those that can have both.
    expect(seen.size).toBe(7);
  });

  it('retrieval and elision keep origin and depth', () => {
    let carried = 0;
    fc.assert(
      fc.property(fc.array(attempt, { minLength: 30, maxLength: 60 }), (attempts) => {
        for (const { event, sources } of history(attempts)) {
          if (event.kind !== 'retrieval' && !(typeof event.kind === 'object' && 'elision' in event.kind)) continue;
          carried += 1;
          expect(sources.length).toBe(1);
          expect([event.origin, event.depth]).toEqual([sources[0]?.origin, sources[0]?.depth]);
        }
      }),
      seeds(6, 300),
    );
    expect(carried).toBeGreaterThan(100);
  });
});
