import {
  asRootId,
  type ContentId,
  cidBytes,
  contentId,
  decode,
  decodeNode,
  encode,
  encodeNode,
  nodeId,
  parseContentId,
  parseRawContentId,
  rawContentId,
} from '@ken/address';
import {
  Derivation,
  Event,
  knownSource,
  type Op,
  Packet,
  RootEvent,
  Unit,
  verifyElision,
  verifyUnit,
} from '@ken/kernel';
import { type Cases, fromHex, ofJson, pattern, toHex } from './cases.ts';

/**
 * The answers of both packages to the cases, in their order: ids, bytes, verdicts and refusals with their facts, as text.
 * The same code runs in a browser and on Node, so it uses nothing that only one of them has.
 */
export function answers(cases: Cases): string[] {
  return [...ofContent(cases), ...ofGenerated(cases), ...ofFrame(cases)].map(say);
}

/** A text that differs wherever two answers do: JSON has no bytes, bigints or lone surrogates. */
function say(answer: unknown): string {
  return JSON.stringify(answer, (_, value: unknown) => {
    if (value instanceof Uint8Array) return { bytes: toHex(value) };
    if (typeof value === 'bigint') return { bigint: value.toString() };
    return value === undefined ? { undefined: true } : value;
  });
}

function* ofContent({ content }: Cases): Generator<unknown> {
  for (const { value, bytes } of content.canonical) {
    yield encode(ofJson(value));
    yield decode(fromHex(bytes));
    yield contentId(fromHex(bytes));
  }
  for (const { bytes } of content.noncanonical) yield [decode(fromHex(bytes)), decodeNode(fromHex(bytes))];
  const texts = [...content.id_texts_refused.map(({ text }) => text), ...Object.values(content.id_profiles)];
  for (const text of texts) yield [parseContentId(text), parseRawContentId(text)];
}

function* ofGenerated({ values, damaged, lengths }: Cases): Generator<unknown> {
  const parents: ContentId[] = [];
  for (const value of values.map(ofJson)) {
    const bytes = encode(value);
    yield bytes;
    yield [nodeId({ payload: value, parents }), encodeNode({ payload: value, parents })];
    if (!bytes.ok) continue;
    const id = contentId(bytes.value);
    yield [id, cidBytes(id), rawContentId(bytes.value), decode(bytes.value)];
    if (parents.push(id) > 5) parents.shift();
  }
  for (const hex of damaged) yield [decode(fromHex(hex)), decodeNode(fromHex(hex)), Derivation.fromBytes(fromHex(hex))];

  const root = asRootId(contentId(pattern(1)));
  for (const length of lengths) {
    const bytes = pattern(length);
    yield [length, rawContentId(bytes), rawContentId(bytes.subarray(length >> 1))];
    const unit = Unit.seal({ op: 'elide', source: bytes, span: { start: length >> 2, end: length }, root });
    yield unit;
    if (!unit.ok) continue;
    yield [unit.value.id, verifyUnit(unit.value, knownSource(bytes))];
    bytes[length - 1] = (bytes[length - 1] ?? 0) ^ 1;
    yield verifyUnit(unit.value, bytes);
  }
}

function* ofFrame({ frame }: Cases): Generator<unknown> {
  for (const { value, material, bytes } of frame.roots) {
    const seq = typeof value.seq === 'number' ? value.seq : BigInt(value.seq.$int);
    const root = RootEvent.mint({ kind: value.kind, material: fromText(material), seq });
    yield [root, root.ok && root.value.id, root.ok && root.value.toBytes(), RootEvent.fromBytes(fromHex(bytes))];
  }
  for (const { bytes } of frame.root_refusals) yield RootEvent.fromBytes(fromHex(bytes));

  for (const { source, span, root, bytes } of frame.units) {
    const unit = Unit.seal({ op: 'elide', source: fromHex(source), span, root: asRootId(root as ContentId) });
    yield [unit, unit.ok && unit.value.id, unit.ok && unit.value.toBytes(), Derivation.fromBytes(fromHex(bytes))];
  }
  for (const { op, source, span, root } of frame.seal_refusals) {
    yield Unit.seal({ op: op as Op, source: fromHex(source), span, root: asRootId(root as ContentId) });
  }
  for (const { value } of frame.unit_refusals) yield Unit.admit(value);
  for (const { unit, source } of frame.verify) {
    const admitted = Unit.admit(unit);
    yield admitted.ok ? verifyUnit(admitted.value, fromHex(source)) : admitted;
  }

  for (const { units, prior, bytes } of frame.packets) {
    const packet = Packet.admit({ payload: { units }, parents: prior === null ? [] : [prior] });
    yield [packet, packet.ok && packet.value.id, Packet.fromBytes(fromHex(bytes))];
  }
  for (const { bytes } of frame.packet_refusals) yield Packet.fromBytes(fromHex(bytes));
  yield* ofEvents(frame);
}

function* ofEvents(frame: Cases['frame']): Generator<unknown> {
  const known = new Map<string, Event>();
  const resolve = (id: string): Event | undefined => known.get(id);
  for (const { json, bytes } of frame.events) {
    const event = Event.admit(json, resolve);
    yield [event, event.ok && event.value.id, event.ok && event.value.toBytes()];
    yield Event.fromBytes(fromHex(bytes), resolve);
    if (event.ok) known.set(event.value.id, event.value);
  }
  yield Event.replay(frame.events.map(({ bytes }) => fromHex(bytes)));
  for (const { json, bytes } of frame.event_refusals) {
    yield [Event.admit(json, resolve), Event.fromBytes(fromHex(bytes), resolve)];
  }
  for (const { bytes } of frame.event_shape_refusals) yield Event.fromBytes(fromHex(bytes), resolve);
  for (const { event, source_event, unit, bytes } of frame.elisions) {
    const admitted = Unit.admit(unit);
    const [elision, sourceEvent] = [known.get(event), known.get(source_event)];
    if (!admitted.ok || elision === undefined || sourceEvent === undefined) yield 'not admitted';
    else yield verifyElision({ event: elision, sourceEvent, unit: admitted.value, bytes: fromHex(bytes) });
  }
}

/** UTF-8, by way of what the packages themselves write: a text in canonical bytes is its head and then itself. */
function fromText(text: string): Uint8Array {
  const encoded = encode(text);
  if (!encoded.ok) throw new Error('the material of a worked case is no text');
  const head = (encoded.value[0] ?? 0) & 31;
  return encoded.value.slice(head < 24 ? 1 : head === 24 ? 2 : 3);
}
