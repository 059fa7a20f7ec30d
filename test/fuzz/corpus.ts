import { decode, decodeNode, encode, type Result } from '@ken/address';
import { Derivation, Event, type RawUnit, RootEvent, Unit } from '@ken/kernel';
import fc from 'fast-check';
import { anyValue } from '../../packages/address/test/arbitraries.ts';
import { readVectors } from '../../packages/address/test/vectors.ts';
import { frame, fromHex } from '../../packages/kernel/test/vectors.ts';

const content = readVectors<{
  canonical: { bytes: string; content_id: string }[];
  raw: { raw_id: string }[];
  noncanonical: { bytes: string }[];
  id_texts_refused: { text: string }[];
  id_profiles: { raw: string; content: string };
}>('content.json');

const bytesIn = (list: readonly { bytes: string }[]): Uint8Array[] => list.map(({ bytes }) => fromHex(bytes));
const jsonOf = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;
const admitted = <T>(results: readonly Result<T>[]): T[] => results.flatMap((each) => (each.ok ? [each.value] : []));

// Values that no worked case has: from the generators of the property tests, always the same ones.
const generated = fc.sample(anyValue, { seed: 77, numRuns: 400 }).flatMap((value) => {
  const encoded = encode(value);
  return encoded.ok && encoded.value.length < 4000 ? [encoded.value] : [];
});

/** Good and refused encodings of each kind: what byte doors are shown, damaged. */
export const encodings = {
  values: [...bytesIn(content.canonical), ...bytesIn(content.noncanonical), ...generated],
  roots: [...bytesIn(frame.roots), ...bytesIn(frame.root_refusals)],
  derivations: bytesIn(frame.units),
  packets: [...bytesIn(frame.packets), ...bytesIn(frame.packet_refusals)],
  events: [...bytesIn(frame.events), ...bytesIn(frame.event_refusals), ...bytesIn(frame.event_shape_refusals)],
} as const;

/** Every encoding, to splice in. */
export const allEncodings: readonly Uint8Array[] = Object.values(encodings).flat();

export const history: readonly unknown[] = frame.events.map(({ json }) => json);
const replayed = Event.replay(history);
if (!replayed.ok) throw new Error('the worked events do not replay');
export const events: readonly Event[] = replayed.value;
export const eventsById: ReadonlyMap<string, Event> = new Map(events.map((event) => [event.id, event]));

const rawUnits: readonly RawUnit[] = [
  ...frame.verify.map(({ unit }) => unit),
  ...frame.elisions.map(({ unit }) => unit),
];

/** Raw values of each kind: what raw doors are shown, changed. */
export const raws = {
  roots: admitted(encodings.roots.map((bytes) => RootEvent.fromBytes(bytes))).map(jsonOf),
  units: [...rawUnits, ...frame.unit_refusals.map(({ value }) => value)],
  packets: admitted(encodings.packets.map((bytes) => decodeNode(bytes))).map(jsonOf),
  events: [...history, ...frame.event_refusals.map(({ json }) => json)],
} as const;

/** Every raw value, and the decoded ones, to put in another's place. */
export const allRaws: readonly unknown[] = [
  ...Object.values(raws).flat(),
  ...admitted(encodings.derivations.map((bytes) => Derivation.fromBytes(bytes))).map(jsonOf),
  ...admitted(encodings.values.map((bytes) => decode(bytes))),
];

/** Ids as text, good ones and refused ones. */
export const idTexts: readonly string[] = [
  ...content.canonical.map(({ content_id }) => content_id),
  ...content.raw.map(({ raw_id }) => raw_id),
  ...content.id_texts_refused.map(({ text }) => text),
  ...Object.values(content.id_profiles),
];

/** Sources and their units, for what is decided over bytes. */
export const sources: readonly Uint8Array[] = [
  ...new Set([...frame.units.map(({ source }) => source), ...frame.verify.map(({ source }) => source)]),
].map(fromHex);

/** Units that are true of one of the sources, and units that lie. */
export const units: readonly Unit[] = admitted(raws.units.map((raw) => Unit.admit(raw)));

export const elisions = frame.elisions.map((each) => ({
  event: each.event,
  sourceEvent: each.source_event,
  unit: each.unit,
  bytes: fromHex(each.bytes),
}));
