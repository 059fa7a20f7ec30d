import type { ContentId } from '@ken/address';
import { Packet, RootEvent, verifyUnitWith } from '@ken/kernel';
import type { ObjectId } from '@ken/store';
import type { Bundle } from './bundle-reader.ts';
import { kindOf, type ObjectKind } from './kinds.ts';
import type { Objects } from './objects.ts';
import { refused, type SessionResult } from './refusal.ts';
import { replayTo } from './replay.ts';
import { unitFrom } from './units.ts';
import { Findings, Inspected, type Verdict } from './verdict.ts';
import { verifyRun } from './verify-run.ts';

/** Verifies one unit against the source that it names, and says whether its root resolves. */
const verifyOneUnit = async (objects: Objects, id: ContentId, bytes: Uint8Array, findings: Findings): Promise<void> => {
  const unit = unitFrom(bytes);
  if (!unit.ok) return findings.fail(id, 'unit', unit);
  const source = await objects.get(unit.value.source);
  const verified = verifyUnitWith(unit.value, () => {
    if (source === undefined) throw new Error('the source is not held here');
    return source;
  });
  if (!verified.ok) return findings.fail(id, 'unit', verified.refusal);
  findings.checked.sources += 1;
  findings.checked.units += 1;
  const root = await objects.get(unit.value.root);
  if (root === undefined) findings.roots.unresolved += 1;
  else {
    const admitted = RootEvent.fromBytes(root);
    if (admitted.ok) findings.roots.resolved += 1;
    else findings.fail(unit.value.root, 'root', admitted.refusal);
  }
};

/** Verifies a packet, every packet before it and every unit of each. */
const verifyPackets = async (objects: Objects, last: ContentId, findings: Findings): Promise<void> => {
  const seen = new Set<ContentId>();
  for (let id: ContentId | null = last; id !== null; ) {
    const bytes = await objects.get(id);
    if (bytes === undefined) return findings.fail(id, 'packet', refused('run/missing-object', { id }));
    const packet: ReturnType<typeof Packet.fromBytes> = Packet.fromBytes(bytes);
    if (!packet.ok) return findings.fail(id, 'packet', packet.refusal);
    findings.checked.packets += 1;
    for (const unit of packet.value.units) {
      if (seen.has(unit)) continue;
      seen.add(unit);
      const stored = await objects.get(unit);
      if (stored === undefined) findings.fail(unit, 'unit', refused('run/missing-object', { id: unit }));
      else await verifyOneUnit(objects, unit, stored, findings);
    }
    id = packet.value.prior ?? null;
  }
};

/** Verifies an event by admitting everything that it stands on, in order. */
const verifyEvent = async (objects: Objects, id: ContentId, findings: Findings): Promise<void> => {
  const replayed = await replayTo(objects, id);
  if (!replayed.ok) return findings.fail(id, 'event', replayed);
  findings.checked.events += replayed.value.length;
  const event = replayed.value.at(-1);
  if (event === undefined) return;
  const source = await objects.get(event.payload);
  if (source === undefined)
    findings.fail(event.payload, 'source', refused('run/missing-object', { id: event.payload }));
  else findings.checked.sources += 1;
  const root = await objects.get(event.root);
  findings.roots[root === undefined ? 'unresolved' : 'resolved'] += 1;
};

const verifyRoot = async (objects: Objects, id: ContentId, bytes: Uint8Array, findings: Findings): Promise<void> => {
  const root = RootEvent.fromBytes(bytes);
  if (!root.ok) return findings.fail(id, 'root', root.refusal);
  findings.roots.resolved += 1;
  const { content } = root.value;
  if ((await objects.get(content)) === undefined)
    findings.fail(content, 'source', refused('run/missing-object', { id: content }));
  else findings.checked.sources += 1;
};

/**
 * Re-computes whatever an id names: a whole run, a unit, a packet with all before it, an event with all that it stands on, a
 * root, or the bytes of a source.
 *
 * @returns the kind and the verdict; refused with `run/missing-object` when nothing is held under the id, or when the bytes
 *   are of no kind. What does not hold is in the verdict, never a refusal.
 */
export const verifyObject = async (
  store: Objects,
  id: ObjectId,
): Promise<SessionResult<{ kind: ObjectKind; verdict: Verdict }>> => {
  const findings = new Findings();
  const objects = new Inspected(store, findings);
  const done = (kind: ObjectKind): SessionResult<{ kind: ObjectKind; verdict: Verdict }> => ({
    ok: true,
    value: { kind, verdict: findings.verdict() },
  });
  const bytes = await objects.get(id);
  if (bytes === undefined) {
    if (findings.failures.length > 0) return done(id.startsWith('bafkr4i') ? 'source' : 'table');
    return refused('run/missing-object', { id });
  }
  const kind = kindOf(id, bytes);
  if (!kind.ok) return kind;
  const structured = id as ContentId;
  switch (kind.value) {
    case 'source':
      findings.checked.sources += 1;
      break;
    case 'unit':
      await verifyOneUnit(objects, structured, bytes, findings);
      break;
    case 'packet':
      await verifyPackets(objects, structured, findings);
      break;
    case 'event':
      await verifyEvent(objects, structured, findings);
      break;
    case 'root':
      await verifyRoot(objects, structured, bytes, findings);
      break;
    case 'run':
      await verifyRun(objects, structured, findings);
      break;
    case 'table':
      return refused('object/wrong-kind', {
        id,
        found: 'table',
        wanted: 'a head, unit, packet, event, root or source',
      });
  }
  return done(kind.value);
};

/** Re-computes a bundle from its own blocks: everything that its root reaches, and that it holds nothing else. */
export const verifyBundle = async (bundle: Bundle): Promise<Verdict> => {
  const findings = new Findings();
  await verifyRun(new Inspected(bundle, findings), bundle.head, findings);
  // After a failure the walk may not have reached everything; what it did not reach is then no failure of its own.
  if (findings.failures.length === 0) {
    for (const id of bundle.unreached()) findings.fail(id, 'block', refused('bundle/unreached', { id }));
  }
  return findings.verdict();
};
