// What the parts measure with.
import { asRootId, contentId, rawContentId } from '@ken/address';
import { Event, knownSource, Unit } from '@ken/kernel';

export const MIB = 1 << 20;

/** The value of an outcome that has to be one. */
export const must = (result) => {
  if (!result.ok) throw new Error(JSON.stringify(result.refusal));
  return result.value;
};

/** Bytes that do not repeat. */
export const material = (length) => {
  const bytes = new Uint8Array(length);
  let state = 1;
  for (let i = 0; i < length; i += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[i] = state >>> 24;
  }
  return bytes;
};

/** A root that causes all of it. */
export const root = asRootId(contentId(Uint8Array.of(1)));

/** `count` spans of about 200 bytes, spread over a source. */
export const spansOver = (length, count) =>
  Array.from({ length: count }, (_, i) => {
    const start = Math.floor((i * (length - 400)) / count);
    return { start, end: start + 150 + (i % 100) };
  });

/** Units over a source, one for each span. */
export const unitsOver = (bytes, spans) => {
  const source = knownSource(bytes);
  return spans.map((span) => must(Unit.seal({ op: 'elide', source, span, root })));
};

/** The canonical bytes of a chain of events, each caused by the one before and every third a retrieval of it. */
export const chain = (count) => {
  const history = [];
  const payload = rawContentId(Uint8Array.of(2));
  let last;
  for (let seq = 0; seq < count; seq += 1) {
    const retrieved = last !== undefined && seq % 3 === 0;
    const event = must(
      Event.mint(
        {
          root,
          origin: 'model',
          kind: retrieved ? 'retrieval' : 'observation',
          payload,
          seq,
          sources: retrieved ? [last.id] : [],
          depth: 0,
        },
        last === undefined ? [] : [last.id],
        () => last,
      ),
    );
    history.push(event.toBytes());
    last = event;
  }
  return history;
};
