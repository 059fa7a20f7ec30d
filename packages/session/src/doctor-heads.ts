import type { ContentId } from '@ken/address';
import type { FullStore } from '@ken/store';
import type { Objects } from './objects.ts';
import { type RunNode, readRun } from './run.ts';
import { Inspected, type Verdict, VerdictBuilder } from './verdict.ts';
import { verifyRun } from './verify-run.ts';
import { chainTo } from './walk.ts';

/** The verdict on what a head reaches; damaged objects are failures of it. */
export const verdictOn = async (objects: Objects, head: ContentId): Promise<Verdict> => {
  const verdict = new VerdictBuilder();
  await verifyRun(new Inspected(objects, verdict), head, verdict);
  return verdict.verdict();
};

const marker = Buffer.from('ken_run_v0');

/** The run nodes of a store, whether a branch reaches them or not. Their number is that of the seals. */
export const runNodes = async (store: FullStore): Promise<ReadonlyMap<ContentId, RunNode>> => {
  const nodes = new Map<ContentId, RunNode>();
  for await (const one of store.examine()) {
    // Most objects are no run nodes, and are not decoded to find that out.
    if (!one.ok || !one.id.startsWith('bafy') || !Buffer.from(one.bytes.buffer).includes(marker)) continue;
    const node = readRun(one.id as ContentId, one.bytes);
    if (node.ok) nodes.set(node.value.id, node.value);
  }
  return nodes;
};

/** The seals that lead to a node, as far back as they are held, the first one first. */
const lineTo = (nodes: ReadonlyMap<ContentId, RunNode>, last: RunNode): RunNode[] => {
  const line: RunNode[] = [];
  for (let node: RunNode | undefined = last; node !== undefined; node = nodes.get(node.prior ?? node.id)) {
    line.push(node);
    if (node.prior === null) break;
  }
  return line.reverse();
};

/** The last of some seals that verifies. What verifies has verified at every seal before, so that few are tried. */
const lastSound = async (objects: Objects, line: readonly RunNode[]): Promise<RunNode | undefined> => {
  let sound = -1;
  let unsound = line.length;
  while (unsound - sound > 1) {
    const middle = Math.floor((sound + unsound) / 2);
    const node = line[middle];
    if (node !== undefined && (await verdictOn(objects, node.id)).verified) sound = middle;
    else unsound = middle;
  }
  return line[sound];
};

/**
 * The greatest earlier head that still verifies, of a branch whose head does not: one on the way to it, or, where that way
 * is broken, one of the same run.
 *
 * @param nodes - gives the run nodes of the store, and is asked only where the way is broken
 */
export const lastProvable = async (
  objects: Objects,
  head: ContentId | null,
  run: string,
  nodes: () => Promise<ReadonlyMap<ContentId, RunNode>>,
): Promise<RunNode | undefined> => {
  const inspected = new Inspected(objects, new VerdictBuilder());
  const chain = head === null ? undefined : await chainTo(inspected, head);
  if (chain?.ok === true) return lastSound(objects, chain.value.slice(0, -1));
  const held = await nodes();
  const ofRun = [...held.values()].filter((node) => node.run === run && node.id !== head);
  const priors = new Set(ofRun.map(({ prior }) => prior));
  let best: RunNode | undefined;
  for (const tip of ofRun.filter(({ id }) => !priors.has(id))) {
    const found = await lastSound(objects, lineTo(held, tip));
    if (found !== undefined && found.bytes > (best?.bytes ?? 0)) best = found;
  }
  return best;
};
