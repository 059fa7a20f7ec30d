import { type ContentId, decodeNode } from '@ken/address';
import type { SessionResult } from './refusal.ts';
import { contentLink, count, list, type Reader, ShapeFault, text } from './shape.ts';
import { readShape } from './tables.ts';

/** What a stored event refers to beside its parents and payload. */
export interface EventRefs {
  readonly root: ContentId;
  /** The unit of an elision; null for every other kind. */
  readonly unit: ContentId | null;
  readonly sources: readonly ContentId[];
  readonly seq: number;
}

const member = <T>(value: Parameters<Reader<T>>[0], key: string, reader: Reader<T>): T => {
  const held = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
  return reader(held ? (value as { readonly [key: string]: typeof value })[key] : undefined, `payload.${key}`);
};

/**
 * Reads the references of an event without admitting it, which would need its parents. For walking and listing only: no
 * verdict rests on it.
 */
export const refsOf = (bytes: Uint8Array): SessionResult<EventRefs> => {
  const node = decodeNode(bytes);
  if (!node.ok) return node;
  const refs: Reader<EventRefs> = (payload) => {
    const root = member(payload, 'root', contentLink);
    const unit = member(payload, 'kind', (kind, path) => {
      if (typeof kind === 'string') return null;
      if (typeof kind !== 'object' || kind === null) throw new ShapeFault(path, text.name);
      if (!Object.hasOwn(kind, 'elision')) return null;
      return member(
        member(kind, 'elision', (elision) => elision),
        'unit',
        contentLink,
      );
    });
    return {
      root,
      unit,
      sources: member(payload, 'sources', list(contentLink)),
      seq: member(payload, 'seq', count),
    };
  };
  return readShape(refs, node.value.payload, 'table/shape', (read) => read);
};
