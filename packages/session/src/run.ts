import { type ContentId, contentId, decodeNode, encodeNode, link, type RawContentId, type Value } from '@ken/address';
import { refused, type SessionResult } from './refusal.ts';
import { contentLink, count, list, map, nullable, oneOf, type Reader, rawLink, text } from './shape.ts';
import { readShape } from './tables.ts';

const schema = 'ken_run_v0';

/** What a run node adds to a table, and how long the table is with it. */
interface Growth {
  readonly count: number;
  readonly chunks: readonly ContentId[];
}

/** The state of a run at one seal: docs/format.md, "Run node". */
export interface RunState {
  /** Names the run: the same session always has the same key. */
  readonly run: string;
  /** What the file calls the session; a claim. */
  readonly label: string | null;
  readonly format: string;
  /** Name and version of the reader that classified the records. */
  readonly reader: string;
  /** Bytes of the file up to and with the tail. */
  readonly bytes: number;
  readonly records: Growth;
  readonly events: Growth & { readonly last: ContentId };
  readonly packets: { readonly count: number; readonly last: ContentId | null };
  readonly units: number;
  /** Everything still in the working frame at this seal. */
  readonly frame: readonly ContentId[];
  readonly findings: Growth;
  /** What is found only because the file ends here; another seal may find otherwise. */
  readonly ending: readonly ContentId[];
  /** The bytes after the last record. */
  readonly tail: RawContentId | null;
}

/** A run node that was decoded and found well-formed. */
export interface RunNode extends RunState {
  readonly id: ContentId;
  /** The node of the seal before, or null for the first. */
  readonly prior: ContentId | null;
}

const state: Reader<RunState> = (value, path) => {
  const { schema: _, ...rest } = map<RunState & { schema: string }>({
    schema: oneOf(schema),
    run: text,
    label: nullable(text),
    format: text,
    reader: text,
    bytes: count,
    records: map<Growth>({ count, chunks: list(contentLink) }),
    events: map<Growth & { last: ContentId }>({ count, chunks: list(contentLink), last: contentLink }),
    packets: map<RunState['packets']>({ count, last: nullable(contentLink) }),
    units: count,
    frame: list(contentLink),
    findings: map<Growth>({ count, chunks: list(contentLink) }),
    ending: list(contentLink),
    tail: nullable(rawLink),
  })(value, path);
  return rest;
};

const links = (ids: readonly ContentId[]): Value => ids.map(link);
const linkOrNull = (id: ContentId | RawContentId | null): Value => (id === null ? null : link(id));

/**
 * Seals the state of a run as a Merkle node over the node before.
 *
 * @returns the node's id and canonical bytes
 */
export const sealRun = (run: RunState, prior: ContentId | null): { id: ContentId; bytes: Uint8Array } => {
  const encoded = encodeNode({
    payload: {
      ...run,
      schema,
      records: { count: run.records.count, chunks: links(run.records.chunks) },
      events: { count: run.events.count, chunks: links(run.events.chunks), last: link(run.events.last) },
      packets: { count: run.packets.count, last: linkOrNull(run.packets.last) },
      frame: links(run.frame),
      findings: { count: run.findings.count, chunks: links(run.findings.chunks) },
      ending: links(run.ending),
      tail: linkOrNull(run.tail),
    },
    parents: prior === null ? [] : [prior],
  });
  if (!encoded.ok) throw new TypeError(`a run node cannot be encoded: ${encoded.refusal.code}`);
  return { id: contentId(encoded.value), bytes: encoded.value };
};

/** Whether a decoded node's payload says that it is a run node, whatever else is wrong with it. */
export const claimsRun = (payload: Value): boolean =>
  typeof payload === 'object' && payload !== null && 'schema' in payload && payload['schema'] === schema;

/**
 * Decodes a run node. Refused with the code of the codec, or with `run/shape` (also for a node with two or more parents).
 */
export const readRun = (id: ContentId, bytes: Uint8Array): SessionResult<RunNode> => {
  const node = decodeNode(bytes);
  if (!node.ok) return node;
  const { payload, parents } = node.value;
  if (parents.length > 1)
    return refused('run/shape', { wanted: 'at most one parent', found: parents.length }, 'parents');
  return readShape(state, payload, 'run/shape', (read) => ({ ...read, id, prior: parents[0] ?? null }));
};

/** The first field in which a stored node and the one made again differ, as text on both sides. */
export const differenceOf = (stored: RunNode, again: RunNode): { field: string; declared: string; actual: string } => {
  const keys = Object.keys(again) as (keyof RunNode)[];
  const text = (node: RunNode, key: keyof RunNode): string => JSON.stringify(node[key]);
  const key = keys.find((one) => one !== 'id' && text(stored, one) !== text(again, one)) ?? 'id';
  return { field: key, declared: text(stored, key), actual: text(again, key) };
};
