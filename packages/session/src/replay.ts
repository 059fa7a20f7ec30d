import { type ContentId, decodeNode } from '@ken/address';
import { Event } from '@ken/kernel';
import type { Objects } from './objects.ts';
import type { SessionResult } from './refusal.ts';
import { need, orFault, walking } from './walk.ts';

/**
 * Admits an event together with everything that it stands on, parents before children, without recursion.
 *
 * @returns the events in that order, the one asked for last; refused when one is missing or not admissible
 */
export const replayTo = async (objects: Objects, id: ContentId): Promise<SessionResult<readonly Event[]>> =>
  walking(async () => {
    const bytesOf = new Map<ContentId, Uint8Array>();
    const parentsOf = new Map<ContentId, readonly ContentId[]>();
    const ordered = new Set<ContentId>();
    const open: ContentId[] = [id];
    for (let next = open.at(-1); next !== undefined; next = open.at(-1)) {
      const known = parentsOf.get(next);
      if (known === undefined) {
        const bytes = orFault(await need(objects, next));
        const { parents } = orFault(decodeNode(bytes));
        bytesOf.set(next, bytes);
        parentsOf.set(next, parents);
        open.push(...parents.filter((parent) => !parentsOf.has(parent)));
      } else {
        open.pop();
        ordered.add(next);
      }
    }
    return orFault(Event.replay([...ordered].flatMap((one) => bytesOf.get(one) ?? [])));
  });
