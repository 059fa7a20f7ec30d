import { readFileSync } from 'node:fs';
import type { EventId, PacketId, Result, RootId, UnitId } from '@ken/address';
import type { Op, RawEvent, RawUnit, RootKind, Span } from '@ken/kernel';

type Int = number | { $int: string };

interface Frame {
  roots: {
    value: { kind: RootKind; content: { $link: string }; seq: Int };
    material: string;
    bytes: string;
    id: string;
  }[];
  units: { source: string; span: Span; root: RootId; bytes: string; id: UnitId }[];
  packets: { units: UnitId[]; prior: PacketId | null; bytes: string; id: PacketId }[];
  packet_refusals: { why: string; bytes: string; code: string }[];
  seal_refusals: { why: string; op: Op; source: string; span: Span; root: RootId; code: string }[];
  unit_refusals: { why: string; value: unknown; code: string }[];
  verify: { unit: RawUnit; source: string; verdict: string }[];
  events: { name: string; bytes: string; id: EventId; json: RawEvent }[];
  event_refusals: { why: string; bytes: string; json: RawEvent; code: string }[];
  event_shape_refusals: { why: string; bytes: string; code: string }[];
  root_refusals: { why: string; bytes: string; code: string }[];
  elisions: { why: string; event: EventId; source_event: EventId; unit: RawUnit; bytes: string; verdict: string }[];
}

/** The worked cases of roots, units, packets and events. */
export const frame = JSON.parse(readFileSync(new URL('../../../vectors/frame.json', import.meta.url), 'utf8')) as Frame;

export const fromHex = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));
export const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
export const utf8 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'utf8'));
export const integer = (value: Int): number | bigint => (typeof value === 'number' ? value : BigInt(value.$int));

/** The value of an outcome that a test relies on. */
export function must<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(`refused: ${JSON.stringify(result.refusal)}`);
}

/** `ok`, or the code of the refusal. */
export function outcome(result: Result<unknown>): string {
  return result.ok ? 'ok' : result.refusal.code;
}
