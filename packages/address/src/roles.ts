import type { ContentId, EventId, PacketId, RootId, UnitId } from './types.ts';

// A role is what the caller says of a content id: the id itself cannot tell a unit from a packet, and at run time
// every ContentId fits (contract, content §1). Only the compiler keeps them apart.

/** States that a content id names a unit. */
export const asUnitId = (id: ContentId): UnitId => id as UnitId;

/** States that a content id names a packet. */
export const asPacketId = (id: ContentId): PacketId => id as PacketId;

/** States that a content id names an event. */
export const asEventId = (id: ContentId): EventId => id as EventId;

/** States that a content id names a root event. */
export const asRootId = (id: ContentId): RootId => id as RootId;
