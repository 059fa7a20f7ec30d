import {
  type ContentId,
  contentId,
  decode,
  encode,
  Link,
  type RawContentId,
  rawContentId,
  type Value,
} from '@ken/address';
import { ALL_OPS, Derivation, Event, type EventBody, Packet, RootEvent } from '@ken/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { body, library } from './fixtures.ts';
import { derivationBytes, eventBytes, packetBytes } from './raw-bytes.ts';
import { must, toHex } from './vectors.ts';

const seeds = (seed: number, numRuns = 300): { seed: number; numRuns: number } => ({ seed, numRuns });
const some = fc.uint8Array({ minLength: 1, maxLength: 8 });
const content = some.map((bytes) => contentId(bytes));
const raw = some.map((bytes) => rawContentId(bytes));
const u64 = fc.oneof(fc.nat({ max: 300 }), fc.maxSafeNat(), fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n - 1n }));
const as = <T>(value: unknown): T => value as T;

const derivations = fc
  .record({
    op: fc.constantFrom(...ALL_OPS),
    source: raw,
    elided: raw,
    root: content,
    span: fc.record({ start: u64, end: u64 }),
  })
  .map((fields) => derivationBytes(fields));
const packets = fc
  .tuple(fc.array(content, { maxLength: 4 }), fc.array(content, { maxLength: 1 }))
  .map(([units, parents]) => packetBytes(as(units), parents));
const roots = fc
  .record({ kind: fc.constantFrom('operator_prompt', 'user_action', 'harness_event'), material: some, seq: u64 })
  .map((fields) => must(RootEvent.mint(as(fields))).toBytes());
const kinds = fc.oneof(
  fc.constantFrom('observation', 'intervention', 'retrieval'),
  fc.constantFrom('answer', 'narration', 'question').map((verdict) => ({ verdict: { verdict } })),
  content.map((unit) => ({ elision: { unit } })),
);
const bodies = fc.record({
  root: content,
  origin: fc.constantFrom('operator', 'model', 'tool', 'historical', 'harness'),
  kind: kinds,
  payload: raw,
  seq: u64,
  sources: fc.array(content, { maxLength: 3 }),
  depth: fc.oneof(fc.nat({ max: 2 }), fc.nat({ max: 2 ** 32 - 1 })),
});
const events = fc
  .tuple(bodies, fc.array(content, { maxLength: 4 }))
  .map(([each, parents]) => eventBytes(as<EventBody>(each), as(parents)));

/** Changes to a generic value, which give canonical bytes of another shape. */
function changed(value: Value, [place, how]: [number, number]): Value {
  if (Array.isArray(value)) {
    const items = [...(value as readonly Value[])];
    if (how % 3 === 0) return items.reverse();
    if (how % 3 === 1) return [...items, ...items.slice(0, 1)];
    const at = place % Math.max(items.length, 1);
    return items.map((item, i) => (i === at ? changed(item, [place >> 2, how]) : item));
  }
  if (typeof value !== 'object' || value === null || Link.is(value) || value instanceof Uint8Array) {
    return [7, 'text', null, 2n ** 64n - 1n, []][how % 5] as Value;
  }
  const entries = Object.entries(value);
  const at = place % Math.max(entries.length, 1);
  if (how === 0) return Object.fromEntries(entries.filter((_, i) => i !== at));
  if (how === 1) return { ...value, extra: 1 };
  return Object.fromEntries(
    entries.map(([key, inner], i) => [key, i === at ? changed(inner, [place >> 2, how]) : inner]),
  );
}

const change = fc.tuple(fc.nat(), fc.nat({ max: 20 }));
const damage = fc.tuple(fc.nat(), fc.nat({ max: 255 }));

const records = [
  ['a derivation', derivations, (bytes: Uint8Array) => Derivation.fromBytes(bytes)],
  ['a packet', packets, (bytes: Uint8Array) => Packet.fromBytes(bytes)],
  ['a root', roots, (bytes: Uint8Array) => RootEvent.fromBytes(bytes)],
] as const;

describe.each(records)('the bytes of %s', (_, arbitrary, read) => {
  it('read back to a record of those bytes and that id', () => {
    fc.assert(
      fc.property(arbitrary as fc.Arbitrary<Uint8Array>, (bytes) => {
        const record = must(read(bytes) as never) as Derivation;
        expect(toHex(record.toBytes())).toBe(toHex(bytes));
        expect(record.id).toBe(contentId(bytes));
      }),
      seeds(1),
    );
  });

  it('when changed, are refused or are a record of exactly those bytes', () => {
    let [kept, refused] = [0, 0];
    fc.assert(
      fc.property(arbitrary as fc.Arbitrary<Uint8Array>, change, damage, (bytes, how, [place, byte]) => {
        const other = must(encode(changed(must(decode(bytes)), how)));
        const damaged = bytes.slice();
        damaged[place % bytes.length] = byte;
        for (const each of [other, damaged]) {
          const record = read(each) as { ok: boolean; value?: Derivation };
          if (record.ok) expect(toHex((record.value as Derivation).toBytes())).toBe(toHex(each));
          if (record.ok) kept += 1;
          else refused += 1;
        }
      }),
      seeds(2, 1000),
    );
    expect(kept).toBeGreaterThan(20);
    expect(refused).toBeGreaterThan(200);
  });
});

describe('the bytes of an event', () => {
  const codes = (bytes: Uint8Array): string => {
    const result = Event.fromBytes(bytes, library());
    if (result.ok) expect(toHex(result.value.toBytes())).toBe(toHex(bytes));
    return result.ok ? 'ok' : result.refusal.code;
  };

  it('are read alike by way of the raw value: the same refusal, or the same event', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(bodies, fc.array(content, { maxLength: 2 }), fc.boolean(), (each, parents, bare) => {
        const claim = as<EventBody>(bare ? { ...each, sources: [] } : each);
        const over = as<EventBody['sources']>(bare ? [] : [...parents, ...claim.sources]);
        const byBytes = Event.fromBytes(eventBytes(claim, over), library());
        const byValue = Event.admit({ payload: claim, parents: over }, library());
        expect(byBytes).toEqual(byValue);
        seen.add(byBytes.ok ? 'ok' : byBytes.refusal.code);
      }),
      seeds(3, 1500),
    );
    expect([...seen].sort()).toEqual(
      [
        'event/cardinality',
        'event/depth-mismatch',
        'event/missing-reference',
        'event/observation',
        'event/origin',
        'ok',
      ].sort(),
    );
  });

  it('when changed, are refused or are an event of exactly those bytes; nothing throws', () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(events, change, damage, (bytes, how, [place, byte]) => {
        const other = must(encode(changed(must(decode(bytes)), how)));
        const damaged = bytes.slice();
        damaged[place % bytes.length] = byte;
        for (const each of [other, damaged]) {
          const code = codes(each);
          seen.set(code, (seen.get(code) ?? 0) + 1);
        }
      }),
      seeds(4, 2000),
    );
    for (const code of [
      'event/shape',
      'cbor/lossy',
      'event/missing-reference',
      'cbor/not-canonical',
      'cbor/malformed',
    ]) {
      expect(seen.get(code) ?? 0, code).toBeGreaterThan(10);
    }
  });

  it('of a single observation have the id of their bytes', () => {
    fc.assert(
      fc.property(u64, raw, content, (seq, payload: RawContentId, root: ContentId) => {
        const claim = body({ seq, payload, root: as(root) });
        const bytes = eventBytes(claim, []);
        const event = must(Event.fromBytes(bytes, library()));
        expect(event.id).toBe(contentId(bytes));
        expect(toHex(event.toBytes())).toBe(toHex(bytes));
      }),
      seeds(5),
    );
  });
});
