import {
  asEventId,
  asRootId,
  type CborReader,
  type CborWriter,
  type ContentId,
  compareIds,
  type EventId,
  fragment,
  idSet,
  openNode,
  type RawContentId,
  type Result,
  type RootId,
  readLinks,
  readNodeParents,
  type U64,
} from '@ken/address';
import type { EventCode } from './codes.ts';
import { type EventKind, quickKind, readKind, writeKind } from './event-kind.ts';
import type { Layout } from './layout.ts';
import { attempt, type Form, parsedContent, parsedContents, parsedRaw, RecordReader } from './record.ts';

/** Whose material an event carries (contract, kernel "Event"). */
export type Origin = 'operator' | 'model' | 'tool' | 'historical' | 'harness';

/** The body of an event: what its node has as payload. */
export interface EventBody {
  readonly root: RootId;
  readonly origin: Origin;
  readonly kind: EventKind;
  /** Names the bytes that the event carries. */
  readonly payload: RawContentId;
  readonly seq: U64;
  /** What the material was derived from: a subset of the parents. */
  readonly sources: readonly EventId[];
  /** How many generations lie between the material and what was observed. */
  readonly depth: number;
}

/** The body together with the causal parents. */
export interface EventFields extends EventBody {
  readonly parents: readonly EventId[];
}

const ORIGINS: readonly Origin[] = ['operator', 'model', 'tool', 'historical', 'harness'];
const ORIGIN_TEXTS = ORIGINS.map((origin) => fragment((writer) => writer.text(origin)));
const BODY = ['root', 'origin', 'kind', 'payload', 'seq', 'sources', 'depth'] as const;

const SEQ = fragment((writer) => writer.map(BODY.length).text('seq'));
const KIND = fragment((writer) => writer.text('kind'));
const ROOT = fragment((writer) => writer.text('root'));
const DEPTH = fragment((writer) => writer.text('depth'));
const ORIGIN = fragment((writer) => writer.text('origin'));
const PAYLOAD = fragment((writer) => writer.text('payload'));
const SOURCES = fragment((writer) => writer.text('sources'));

/** How an event stands in bytes and in a raw value `{payload: body, parents}`. */
export const eventLayout: Layout<EventFields, EventCode> = {
  write(writer: CborWriter, fields: EventFields): void {
    openNode(writer, fields.parents).raw(SEQ).uint(fields.seq).raw(KIND);
    writeKind(writer, fields.kind);
    writer
      .raw(ROOT)
      .link(fields.root)
      .raw(DEPTH)
      .uint(fields.depth)
      .raw(ORIGIN)
      .raw(ORIGIN_TEXTS[ORIGINS.indexOf(fields.origin)] as Uint8Array);
    writer.raw(PAYLOAD).link(fields.payload).raw(SOURCES).list(fields.sources.length);
    for (const source of fields.sources) writer.link(source);
  },
  quick(reader: CborReader): EventFields | undefined {
    const parents = ascending(readNodeParents(reader));
    if (parents === undefined || !reader.skip(SEQ)) return undefined;
    const seq = reader.uint();
    if (seq === undefined || !reader.skip(KIND)) return undefined;
    const kind = quickKind(reader);
    if (kind === undefined || !reader.skip(ROOT)) return undefined;
    const root = reader.contentLink();
    if (root === undefined || !reader.skip(DEPTH)) return undefined;
    const depth = reader.uint();
    if (typeof depth !== 'number' || depth > 0xffff_ffff || !reader.skip(ORIGIN)) return undefined;
    const origin = ORIGINS[reader.choose(ORIGIN_TEXTS)];
    if (origin === undefined || !reader.skip(PAYLOAD)) return undefined;
    const payload = reader.rawLink();
    if (payload === undefined || !reader.skip(SOURCES)) return undefined;
    const sources = ascending(readLinks(reader));
    return sources && { root: asRootId(root), origin, kind, payload, seq, sources, depth, parents };
  },
  read(raw: unknown, form: Form): Result<EventFields, EventCode> {
    return attempt(() => {
      const reader = new RecordReader('event/shape', form);
      const [node, parents] = reader.fields(raw, '', ['payload', 'parents']);
      const [root, origin, kind, payload, seq, sources, depth] = reader.fields(node, 'payload', BODY);
      const rootText = reader.id(root, 'payload.root');
      const word = reader.word(origin, 'payload.origin', ORIGINS);
      const kindOf = readKind(reader, kind, 'payload.kind');
      const payloadText = reader.id(payload, 'payload.payload');
      const ordinal = reader.u64(seq, 'payload.seq');
      const sourceTexts = reader.ids(sources, 'payload.sources');
      const declared = reader.u32(depth, 'payload.depth');
      const parentTexts = reader.ids(parents, 'parents');
      return {
        root: asRootId(parsedContent(rootText, 'payload.root')),
        origin: word,
        kind: kindOf(),
        payload: parsedRaw(payloadText, 'payload.payload'),
        seq: ordinal,
        sources: idSet(parsedContents(sourceTexts, 'payload.sources', asEventId)),
        depth: declared,
        parents: idSet(parsedContents(parentTexts, 'parents', asEventId)),
      };
    });
  },
};

/** The ids as they stand, where they already are a set in order. */
function ascending(ids: readonly ContentId[] | undefined): readonly EventId[] | undefined {
  if (ids === undefined) return undefined;
  for (let i = 1; i < ids.length; i += 1) {
    if (compareIds(ids[i - 1] as ContentId, ids[i] as ContentId) >= 0) return undefined;
  }
  return Object.freeze(ids) as readonly EventId[];
}
