import { Event } from '@ken/kernel';
import { describe, expect, it } from 'vitest';
import { all, body, otherReply, reply, resolve, summary, unit } from './fixtures.ts';
import { must, outcome } from './vectors.ts';

describe('an event', () => {
  it('is flat, and its raw form is a node of a body and parents', () => {
    expect(Object.keys(summary)).toEqual(['root', 'origin', 'kind', 'payload', 'seq', 'sources', 'depth', 'parents']);
    const { parents, ...rest } = summary;
    expect(summary.toJSON()).toEqual({ payload: rest, parents });
  });

  it('has its parents and sources as sets, whatever order they are given in', () => {
    const over = [otherReply.id, reply.id, otherReply.id];
    const claim = body({ origin: 'harness', kind: 'intervention', depth: 1, sources: over });
    const events = [over, [...over].reverse()].map((parents) =>
      must(Event.mint({ ...claim, sources: parents }, parents, resolve)),
    );
    expect(events[0]).toEqual(events[1]);
    expect(events[0]?.sources.length).toBe(2);
  });

  it('freezes what its kind carries', () => {
    const kind = { elision: { unit: unit.id } };
    const event = must(Event.mint(body({ kind, sources: [reply.id] }), [reply.id], resolve));
    kind.elision.unit = reply.id as never;
    expect(event.kind).toEqual({ elision: { unit: unit.id } });
    expect(Object.isFrozen((event.kind as typeof kind).elision)).toBe(true);
  });

  it.each([
    ['two kinds at once', { elision: { unit: unit.id }, verdict: { verdict: 'answer' } }],
    ['a further key in the kind', { verdict: { verdict: 'answer' }, sure: true }],
    ['a further key in the verdict', { verdict: { verdict: 'answer', sure: true } }],
    ['a plain verdict', 'verdict'],
    ['a verdict of none of the three', { verdict: { verdict: 'maybe' } }],
    ['a kind by its name as key', { observation: null }],
    ['an empty kind', {}],
    ['a kind that is text of an object', 'toString'],
  ])('has no kind that is %s', (_, kind) => {
    expect(outcome(Event.mint(body({ kind: kind as never }), [], resolve))).toBe('event/shape');
    expect(outcome(Event.mint(body({ kind: 'observation' }), [], resolve))).toBe('ok');
  });
});

describe('Event.replay', () => {
  it('admits a history in its order, raw and as bytes, mixed', () => {
    const mixed = all.map((event, i) => (i % 2 === 0 ? event.toJSON() : event.toBytes()));
    const events = must(Event.replay(mixed));
    expect(events).toEqual(all);
    expect(Object.isFrozen(events)).toBe(true);
    expect(must(Event.replay(new Set(mixed)))).toEqual(all);
    expect(must(Event.replay([]))).toEqual([]);
  });

  it('refuses a child before its parent, and says where', () => {
    const history = [reply.toJSON(), summary.toJSON(), otherReply.toJSON()];
    expect(must(Event.replay(history)).length).toBe(3);
    expect(Event.replay([history[2], history[1], history[0]])).toEqual({
      ok: false,
      refusal: { code: 'event/missing-reference', path: 'parents[0]', facts: { asked: reply.id, index: 1 } },
    });
    expect(Event.replay([history[0], Uint8Array.of(0)])).toMatchObject({
      refusal: { code: 'event/shape', facts: { index: 1 } },
    });
  });

  it('no length of history meets the stack', () => {
    const only = (event: Event) => (): Event => event;
    const history: unknown[] = [];
    let last = reply;
    for (let seq = 0; seq < 20_000; seq += 1) {
      last = must(Event.mint(body({ seq, kind: 'retrieval', sources: [last.id] }), [last.id], only(last)));
      history.push(last.toBytes());
    }
    expect(must(Event.replay([reply.toBytes(), ...history])).at(-1)?.id).toBe(last.id);
  });

  it('what cannot be iterated is misuse', () => {
    expect(() => Event.replay(7 as never)).toThrow(TypeError);
    expect(() => Event.replay([new Uint8Array(new SharedArrayBuffer(1))])).toThrow(TypeError);
  });
});

describe('the order of checking', () => {
  it('of an observation is origin and then sources', () => {
    const claim = body({ origin: 'harness', sources: [reply.id] });
    const refused = Event.admit({ payload: claim, parents: [reply.id] }, resolve);
    const facts = { origin: 'harness' };
    expect(refused).toEqual({ ok: false, refusal: { code: 'event/observation', path: 'payload.origin', facts } });
    const control = Event.admit({ payload: { ...claim, origin: 'tool' }, parents: [reply.id] }, resolve);
    expect(control).toMatchObject({ refusal: { code: 'event/observation', path: 'payload.sources' } });
  });

  it.each([
    ['a raw value that is none', (resolve: never) => Event.admit({}, resolve)],
    ['bytes that are none', (resolve: never) => Event.fromBytes(new Uint8Array(), resolve)],
  ])('is the resolver before %s', (_, admit) => {
    expect(() => admit(undefined as never)).toThrow(TypeError);
    expect(admit((() => undefined) as never).ok).toBe(false);
  });
});
