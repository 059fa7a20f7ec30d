import { type AnyId, link, type Value } from '@ken/address';
import type { RawEvent, RawUnit, RootKind, Span } from '@ken/kernel';

/** A value as JSON: `$int`, `$link` and `$bytes` say what JSON cannot. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

interface Bytes {
  readonly bytes: string;
}

/** What a browser and Node are both asked about: the worked cases of `vectors/`, and what was made up for one run. */
export interface Cases {
  readonly content: {
    readonly canonical: readonly (Bytes & { readonly value: Json })[];
    readonly noncanonical: readonly Bytes[];
    readonly id_texts_refused: readonly { readonly text: string }[];
    readonly id_profiles: { readonly [kind: string]: string };
  };
  readonly frame: {
    readonly roots: readonly (Bytes & { readonly value: RootCase; readonly material: string })[];
    readonly root_refusals: readonly Bytes[];
    readonly units: readonly (Bytes & { readonly source: string; readonly span: Span; readonly root: string })[];
    readonly seal_refusals: readonly {
      readonly op: string;
      readonly source: string;
      readonly span: Span;
      readonly root: string;
    }[];
    readonly unit_refusals: readonly { readonly value: Json }[];
    readonly verify: readonly { readonly unit: RawUnit; readonly source: string }[];
    readonly packets: readonly (Bytes & { readonly units: readonly string[]; readonly prior: string | null })[];
    readonly packet_refusals: readonly Bytes[];
    readonly events: readonly (Bytes & { readonly json: RawEvent })[];
    readonly event_refusals: readonly (Bytes & { readonly json: RawEvent })[];
    readonly event_shape_refusals: readonly Bytes[];
    readonly elisions: readonly (Bytes & {
      readonly event: string;
      readonly source_event: string;
      readonly unit: RawUnit;
    })[];
  };
  /** Values, some of which cannot be encoded. */
  readonly values: readonly Json[];
  /** Bytes as hexadecimal digits, few of which are canonical. */
  readonly damaged: readonly string[];
  /** Lengths in bytes to hash. */
  readonly lengths: readonly number[];
}

interface RootCase {
  readonly kind: RootKind;
  readonly seq: number | { readonly $int: string };
}

/** The value that its JSON form stands for. */
export function ofJson(json: Json): Value {
  if (typeof json !== 'object' || json === null) return json;
  if (isList(json)) return json.map(ofJson);
  const { $int, $link, $bytes } = json;
  if (typeof $int === 'string') return BigInt($int);
  if (typeof $link === 'string') return link($link as AnyId);
  if (typeof $bytes === 'string') return fromHex($bytes);
  return Object.fromEntries(Object.entries(json).map(([key, inner]) => [key, ofJson(inner)]));
}

const isList = (json: Json): json is readonly Json[] => Array.isArray(json);

export function fromHex(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length / 2 }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16));
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Bytes by a rule, because large ones are not sent. */
export function pattern(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let i = 0; i < length; i += 1) bytes[i] = (i * 131 + (i >> 8) * 7 + (i >> 16)) % 251;
  return bytes;
}
