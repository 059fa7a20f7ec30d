import { type AnyId, type EventId, encode, encodeNode, idSet, link, type UnitId, type Value } from '@ken/address';
import type { EventBody, EventKind } from '@ken/kernel';
import { must } from './vectors.ts';

// Bytes of records made with the generic encoder alone, so that what no door would mint can still be shown to a door.

const links = (ids: readonly AnyId[]): Value => ids.map(link);

function kindValue(kind: EventKind): Value {
  if (typeof kind === 'string') return kind;
  return 'verdict' in kind ? { verdict: { ...kind.verdict } } : { elision: { unit: link(kind.elision.unit) } };
}

/** The canonical bytes of an event, whatever it claims. */
export function eventBytes(event: EventBody, parents: readonly EventId[]): Uint8Array {
  const { root, payload, kind, sources, ...rest } = event;
  const body = {
    ...rest,
    root: link(root),
    payload: link(payload),
    kind: kindValue(kind),
    sources: links(idSet(sources)),
  };
  return must(encodeNode({ payload: body, parents }));
}

/** The canonical bytes of a packet, whatever its number of parents. */
export function packetBytes(units: readonly UnitId[], parents: readonly AnyId[]): Uint8Array {
  return must(encode({ payload: { units: links(units) }, parents: links(parents) }));
}

/** The canonical bytes of a raw unit's five derivation fields. */
export function derivationBytes(raw: { [name: string]: unknown }): Uint8Array {
  const { op, span, source, elided, root } = raw as { op: Value; span: Value } & { [name: string]: AnyId };
  const at = (id: AnyId | undefined): Value => (id === undefined ? null : link(id));
  return must(encode({ op, span, source: at(source), elided: at(elided), root: at(root) }));
}
