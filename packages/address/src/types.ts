declare const profile: unique symbol;
declare const role: unique symbol;

/** Names a structured value by its canonical DAG-CBOR; 59 characters, begins `bafyr4i` (contract, content §1). */
export type ContentId = string & { readonly [profile]: 'content' };

/** Names an opaque byte string; 59 characters, begins `bafkr4i` (contract, content §1). */
export type RawContentId = string & { readonly [profile]: 'raw' };

/** Either kind, where a link of any profile may stand. */
export type AnyId = ContentId | RawContentId;

/** The ContentId of a derivation. */
export type UnitId = ContentId & { readonly [role]: 'unit' };

/** The ContentId of a packet. */
export type PacketId = ContentId & { readonly [role]: 'packet' };

/** The ContentId of an event. */
export type EventId = ContentId & { readonly [role]: 'event' };

/** The ContentId of a root event. */
export type RootId = ContentId & { readonly [role]: 'root' };

/** Which of the two kinds of id something is. */
export type Profile = 'content' | 'raw';
