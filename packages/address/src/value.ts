import type { Link } from './link.ts';

/** An unsigned 64-bit integer: a number while it is safe, a bigint beyond (contract, content §2). */
export type U64 = number | bigint;

/** The data model: what canonical DAG-CBOR can say (contract, content §2). There are no floats. */
export type Value =
  | null
  | boolean
  | number
  | bigint
  | string
  | Uint8Array
  | Link
  | readonly Value[]
  | { readonly [key: string]: Value };

/** How many lists and maps may enclose one another (contract, content §2). */
export const MAX_DEPTH = 128;

/** The greatest unsigned 64-bit integer. */
export const MAX_U64 = 0xffff_ffff_ffff_ffffn;
