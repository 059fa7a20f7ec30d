import { type ContentId, decodeNode } from '@ken/address';
import type { ObjectId } from '@ken/store';
import { kindOf, nameOf, type ObjectKind } from './kinds.ts';
import type { Objects } from './objects.ts';
import { refused, type SessionResult } from './refusal.ts';
import { need } from './walk.ts';

/**
 * The parents that a packet, event or run node names. Genesis is said and not implied by an empty list; a parent is named
 * and not followed, so that one which is not held here is still told.
 */
export type Parentage =
  | { readonly kind: ObjectKind; readonly outcome: 'genesis' }
  | {
      readonly kind: ObjectKind;
      readonly outcome: 'parents';
      readonly parents: readonly { readonly id: ContentId; readonly held: boolean }[];
    };

/**
 * Reads the parents of a Merkle node. Refused with `run/missing-object`, with the code of the codec, or with
 * `object/wrong-kind` for a unit, root, table or source, which are no nodes.
 */
export const parentsOf = async (objects: Objects, id: ObjectId): Promise<SessionResult<Parentage>> => {
  const bytes = await need(objects, id);
  if (!bytes.ok) return bytes;
  const kind = kindOf(id, bytes.value);
  if (!kind.ok) return kind;
  if (kind.value !== 'packet' && kind.value !== 'event' && kind.value !== 'run') {
    return refused('object/wrong-kind', { id, found: nameOf(kind.value), wanted: 'a packet, event or head' });
  }
  const node = decodeNode(bytes.value);
  if (!node.ok) return node;
  const { parents } = node.value;
  if (parents.length === 0) return { ok: true, value: { kind: kind.value, outcome: 'genesis' } };
  const named = await Promise.all(
    parents.map(async (one) => ({ id: one, held: (await objects.get(one)) !== undefined })),
  );
  return { ok: true, value: { kind: kind.value, outcome: 'parents', parents: named } };
};
