import { type JsonValue, scanJson } from '../json/value.ts';
import type { Span } from '../types.ts';
import { type Plain, plainOf } from './plain.ts';

/** A record as JSON gives it, and where its values stand. */
export interface Parsed {
  readonly value: Plain;
  /** The span of the value under some keys; null where none is there. */
  span(...path: string[]): Span | null;
  /** The spans of the items of the list under some keys; none where no list is there. */
  spans(...path: string[]): readonly Span[];
}

const nothing: Parsed = { value: {}, span: () => null, spans: () => [] };

/** Whether a key stands twice in some object of a value: what it means depends on who reads it. */
const isAmbiguous = (root: JsonValue): boolean => {
  const values = [root];
  for (let value = values.pop(); value !== undefined; value = values.pop()) {
    for (const item of value.items()) values.push(item);
    const keys = new Set<string>();
    for (const { key, value: member } of value.members()) {
      if (keys.has(key)) return true;
      keys.add(key);
      values.push(member);
    }
  }
  return false;
};

/** Reads a record. One that is no JSON object, or has a key twice somewhere in it, tells nothing. */
export const recordOf = (bytes: Uint8Array): Parsed => {
  const scanned = scanJson(bytes);
  if (!scanned.ok || isAmbiguous(scanned.value)) return nothing;
  const value = plainOf(JSON.parse(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)));
  return {
    value,
    span: (...path) => scanned.value.at(...path)?.span ?? null,
    spans: (...path) => [...(scanned.value.at(...path)?.items() ?? [])].map((item) => item.span),
  };
};

/** As `recordOf`, of the JSON that a text is. */
export const objectIn = (text: string): Plain => recordOf(new TextEncoder().encode(text)).value;

/** The texts that stand in what may be JSON, keys and those under a key that stands twice among them; itself first. */
export const textsIn = (text: string): readonly string[] => {
  const texts = [text];
  const scanned = scanJson(new TextEncoder().encode(text));
  const values = scanned.ok ? [scanned.value] : [];
  for (let value = values.pop(); value !== undefined; value = values.pop()) {
    if (value.kind === 'string') texts.push(value.text());
    for (const item of value.items()) values.push(item);
    for (const { key, value: member } of value.members()) {
      texts.push(key);
      values.push(member);
    }
  }
  return texts;
};
