import { asRootId, type ContentId, type RootId } from '@ken/address';
import { RootEvent, verifyElision, verifyUnitWith } from '@ken/kernel';
import type { ObjectId } from '@ken/store';
import type { Bundle } from './bundle-reader.ts';
import { isRawId, kindOf, type ObjectKind } from './kinds.ts';
import type { Objects } from './objects.ts';
import { refused, type SessionResult } from './refusal.ts';
import { replayTo } from './replay.ts';
import { RootCheck } from './root-check.ts';
import { unitFrom } from './units.ts';
import { Inspected, type Verdict, VerdictBuilder } from './verdict.ts';
import { verifyRun } from './verify-run.ts';
import { packetsFrom, walking } from './walk.ts';

/** What the verification of anything needs. */
interface Check {
  readonly objects: Objects;
  readonly verdict: VerdictBuilder;
  readonly roots: RootCheck;
}

/** Verifies one unit against the source that it names. */
const verifyOneUnit = async ({ objects, verdict, roots }: Check, id: ContentId, bytes: Uint8Array): Promise<void> => {
  const unit = unitFrom(bytes);
  if (!unit.ok) return verdict.fail(id, 'unit', unit);
  const source = await objects.get(unit.value.source);
  const verified = verifyUnitWith(unit.value, () => {
    if (source === undefined) throw new Error('the source is not held here');
    return source;
  });
  if (!verified.ok) return verdict.fail(id, 'unit', verified.refusal);
  verdict.checked.sources += 1;
  verdict.checked.units += 1;
  await roots.look(unit.value.root);
};

const verifyHeldUnit = async (check: Check, id: ContentId): Promise<void> => {
  const stored = await check.objects.get(id);
  if (stored === undefined) check.verdict.fail(id, 'unit', refused('run/missing-object', { id }));
  else await verifyOneUnit(check, id, stored);
};

/** Verifies a packet, every packet before it and every unit of each. */
const verifyPackets = async (check: Check, last: ContentId): Promise<void> => {
  const seen = new Set<ContentId>();
  const walked = await walking(async () => {
    for await (const packet of packetsFrom(check.objects, last)) {
      check.verdict.checked.packets += 1;
      for (const unit of packet.units) {
        if (seen.has(unit)) continue;
        seen.add(unit);
        await verifyHeldUnit(check, unit);
      }
    }
  });
  if (!walked.ok) check.verdict.fail(String(walked.refusal.facts['id'] ?? last), 'packet', walked);
};

/** Verifies an event by admitting everything that it stands on, in order; an elision by its unit too. */
const verifyEvent = async (check: Check, id: ContentId): Promise<void> => {
  const { objects, verdict, roots } = check;
  const replayed = await replayTo(objects, id);
  if (!replayed.ok) return verdict.fail(id, 'event', replayed);
  verdict.checked.events += replayed.value.length;
  const event = replayed.value.at(-1);
  if (event === undefined) return;
  await roots.look(event.root);
  const bytes = await objects.get(event.payload);
  if (bytes === undefined)
    return verdict.fail(event.payload, 'source', refused('run/missing-object', { id: event.payload }));
  verdict.checked.sources += 1;
  if (typeof event.kind !== 'object' || !('elision' in event.kind)) return;
  const unitId = event.kind.elision.unit;
  const stored = await objects.get(unitId);
  if (stored === undefined) return verdict.fail(unitId, 'unit', refused('run/missing-object', { id: unitId }));
  const unit = unitFrom(stored);
  if (!unit.ok) return verdict.fail(unitId, 'unit', unit);
  const sourceEvent = replayed.value.find((one) => event.sources.includes(one.id));
  if (sourceEvent === undefined) return;
  const verified = verifyElision({ event, unit: unit.value, sourceEvent, bytes });
  if (verified.ok) verdict.checked.units += 1;
  else verdict.fail(unitId, 'unit', verified.refusal);
};

/** Verifies that a root is one, and that the record which it stands for is held. */
const verifyRoot = async ({ objects, verdict, roots }: Check, id: RootId, bytes: Uint8Array): Promise<void> => {
  await roots.look(id);
  const root = RootEvent.fromBytes(bytes);
  if (!root.ok) return;
  const { content } = root.value;
  if ((await objects.get(content)) === undefined)
    verdict.fail(content, 'source', refused('run/missing-object', { id: content }));
  else verdict.checked.sources += 1;
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
  const verdict = new VerdictBuilder();
  const objects = new Inspected(store, verdict);
  const check: Check = { objects, verdict, roots: new RootCheck(objects, verdict) };
  const done = (kind: ObjectKind): SessionResult<{ kind: ObjectKind; verdict: Verdict }> => ({
    ok: true,
    value: { kind, verdict: verdict.verdict() },
  });
  const bytes = await objects.get(id);
  if (bytes === undefined) {
    if (verdict.failures.length > 0) return done(isRawId(id) ? 'source' : 'table');
    return refused('run/missing-object', { id });
  }
  const kind = kindOf(id, bytes);
  if (!kind.ok) return kind;
  const structured = id as ContentId;
  switch (kind.value) {
    case 'source':
      verdict.checked.sources += 1;
      break;
    case 'unit':
      await verifyOneUnit(check, structured, bytes);
      break;
    case 'packet':
      await verifyPackets(check, structured);
      break;
    case 'event':
      await verifyEvent(check, structured);
      break;
    case 'root':
      await verifyRoot(check, asRootId(structured), bytes);
      break;
    case 'run':
      await verifyRun(objects, structured, verdict);
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
  const verdict = new VerdictBuilder();
  await verifyRun(new Inspected(bundle, verdict), bundle.head, verdict);
  // After a failure the walk may not have reached everything; what it did not reach is then no failure of its own.
  if (verdict.failures.length === 0) {
    for (const id of bundle.unreached()) verdict.fail(id, 'block', refused('bundle/unreached', { id }));
  }
  return verdict.verdict();
};
