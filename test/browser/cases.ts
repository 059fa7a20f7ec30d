// What the browser and Node are both asked. Nothing here knows where it runs: no types or globals of either host.
import {
  type AnyId,
  cidBytes,
  contentId,
  decode,
  decodeNode,
  type EventId,
  encode,
  encodeNode,
  link,
  nodeId,
  parseContentId,
  parseRawContentId,
  type Result,
  rawContentId,
  type Value,
} from '@ken/address';
import {
  Derivation,
  Event,
  knownSource,
  Packet,
  type RawUnit,
  RootEvent,
  type RootFields,
  Unit,
  verifyElision,
  verifyUnit,
} from '@ken/kernel';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Everything that is asked about: the worked cases, and values and lengths made up for one run of the test. */
export interface Cases {
  readonly content: {
    readonly canonical: readonly { readonly value: Json; readonly bytes: string }[];
    readonly raw: readonly { readonly i: number; readonly seed: number; readonly length: number }[];
    readonly noncanonical: readonly { readonly bytes: string }[];
    readonly id_texts_refused: readonly { readonly text: string }[];
    readonly id_profiles: { readonly raw: string; readonly content: string };
  };
