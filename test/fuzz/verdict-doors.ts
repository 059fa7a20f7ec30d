import { isBytes, isShared, parseContentId, type Result, rawContentId, type U64 } from '@ken/address';
import { DOORS, Event, knownSource, Unit, type Verified, verifyElision, verifyUnit, verifyUnitWith } from '@ken/kernel';
import { allEncodings, elisions, events, eventsById, idTexts, sources, units } from './corpus.ts';
import { damagedBytes } from './damaged-bytes.ts';
import type { Door } from './door.ts';
import { hold, isFrozenDeep, shown, wordOf } from './finding.ts';
import { oddValue, TOUCHED } from './odd-values.ts';
import type { Random } from './random.ts';

// The verdicts, beside the same verdicts computed here from nothing but the contract and the id of bytes.

const GREATEST = 2n ** 64n - 1n;

const isBound = (value: unknown): value is U64 =>
  typeof value === 'number'
    ? Number.isSafeInteger(value) && value >= 0 && !Object.is(value, -0)
    : typeof value === 'bigint' && value >= 0n && value <= GREATEST;

const isReadable = (value: unknown): value is Uint8Array => isBytes(value) && !isShared(value);

function boundNear(length: number, random: Random): unknown {
  if (random.once(40)) return oddValue(random);
  const near = [0, 1, length - 1, length, length + 1, random.below(length + 1), random.below(length + 1), GREATEST];
  return random.once(10) ? BigInt(Math.max(0, random.below(length + 2))) : random.pick(near);
}

const sourceNear = (random: Random): Uint8Array => {
  const source = random.pick(sources);
  return random.once(3) ? damagedBytes(source, random, allEncodings) : source;
};

interface Sealed {
  readonly op: unknown;
  readonly source: unknown;
  readonly span: unknown;
  readonly root: unknown;
}

/** What sealing has to answer, by the contract's order. */
function sealVerdict({ op, source, span, root }: Sealed): string {
  if (op !== 'elide') return 'unit/not-mintable';
  const { start, end } = span as { start: unknown; end: unknown };
  if (!isBound(start) || !isBound(end) || !isReadable(source)) return 'misuse';
  if (start >= end) return 'unit/unaddressed-span';
  if (end > source.length) return 'unit/span-out-of-source';
  const id = parseContentId(root);
  return id.ok ? 'ok' : id.refusal.code;
}

const seal: Door = {
  name: 'Unit.seal',
  input(random): Sealed {
    const source = random.once(40) ? oddValue(random) : sourceNear(random);
    const length = isReadable(source) ? source.length : 10;
    return {
      op: random.once(12) ? random.pick(['concise', 'generate', 'Elide', '__proto__', oddValue(random)]) : 'elide',
      source,
      span: { start: boundNear(length, random), end: boundNear(length, random) },
      root: random.once(30) ? oddValue(random) : random.once(2) ? random.pick(idTexts) : random.pick(units).root,
    };
  },
  show(given) {
    const sealed = given as Sealed;
    const wanted = sealVerdict(sealed);
    const answer = shown(() => Unit.seal(sealed as never), DOORS['Unit.seal'], { misuse: wanted === 'misuse' });
    hold(wordOf(answer) === wanted, `${wordOf(answer)} where the contract says ${wanted}`);
    if (!('value' in answer)) return answer;
    const unit = answer.value;
    hold(isFrozenDeep(unit) && unit.depth === 0 && unit.life === 'live', 'a unit that is not frozen, live, of depth 0');
    hold(verifyUnit(unit, sealed.source as Uint8Array).ok, 'sealed, and does not verify over the same bytes');
    const again = Unit.admit(JSON.parse(JSON.stringify(unit)));
    hold(again.ok && again.value.id === unit.id, 'does not survive JSON with its id');
    return answer;
  },
};

/** What a verdict has to be, by the contract's three comparisons. */
function unitVerdict(unit: Unit, source: Uint8Array): string {
  if (rawContentId(source) !== unit.source) return 'verify/source-mismatch';
  const { start, end } = unit.span;
  if (start > end || end > source.length) return 'verify/span-out-of-bounds';
  const slice = source.slice(Number(start), Number(end));
  return rawContentId(slice) === unit.elided ? 'ok' : 'verify/elision-mismatch';
}

function judgeVerified(verified: Verified, unit: Unit, source: Uint8Array): void {
  hold(isFrozenDeep(verified), 'a report that is not frozen');
  hold(verified.sourceLength === source.length && verified.source === unit.source, 'a report of another source');
  hold(verified.elidedLength === Number(unit.span.end) - Number(unit.span.start), 'a report of another length');
}

/** A unit near a true one: another span, another source, another elided, out of an admission that cannot know. */
function unitNear(random: Random): Unit {
  const unit = random.pick(units);
  if (random.once(3)) return unit;
  const { span } = unit.toJSON();
  const other = random.pick(units);
  const raw = {
    ...unit.toJSON(),
    ...(random.once(3) ? { span: { start: span.start, end: boundNear(Number(span.end), random) } } : {}),
    ...(random.once(5) ? { source: other.source } : {}),
    ...(random.once(5) ? { elided: other.elided } : {}),
    ...(random.once(5) ? { source: rawContentId(random.pick(sources)) } : {}),
  };
  const admitted = Unit.admit(raw);
  return admitted.ok ? admitted.value : unit;
}

/** The source that a unit names, where it is one of those here, or another. */
function sourceFor(unit: Unit, random: Random): Uint8Array {
  const own = sources.find((source) => rawContentId(source) === unit.source);
  return own !== undefined && !random.once(4) ? own : sourceNear(random);
}

const verify: Door = {
  name: 'verifyUnit',
  input(random) {
    const unit = random.once(50) ? oddValue(random) : unitNear(random);
    const source = random.once(50) ? oddValue(random) : Unit.is(unit) ? sourceFor(unit, random) : sourceNear(random);
    return { unit, source };
  },
  show(given, random) {
    const { unit, source } = given as { unit: unknown; source: unknown };
    const wanted = Unit.is(unit) && isReadable(source) ? unitVerdict(unit, source) : 'misuse';
    const misuse = { misuse: wanted === 'misuse' };
    const answer = shown(() => verifyUnit(unit as Unit, source as Uint8Array), DOORS.verifyUnit, misuse);
    hold(wordOf(answer) === wanted, `${wordOf(answer)} where the contract says ${wanted}`);
    if (!Unit.is(unit) || !isReadable(source)) return answer;
    if ('value' in answer) judgeVerified(answer.value, unit, source);
    const copy = source.slice();
    const known = knownSource(copy);
    copy.fill(0);
    hold(
      wordOf(shown(() => verifyUnit(unit, known), DOORS.verifyUnit)) === wanted,
      'a known source changes the verdict',
    );
    const fetched = shown(() => verifyUnitWith(unit, () => source), DOORS.verifyUnitWith);
    hold(wordOf(fetched) === wanted, 'a resolver changes the verdict');
    const odd = random.once(2) ? oddValue(random) : undefined;
    const unfetched = verifyUnitWith(unit, () => {
      if (odd === undefined) throw TOUCHED;
      return odd as Uint8Array;
    });
    const available = isReadable(odd);
    hold(
      available ||
        wordOf(shown((): Result<Verified> => unfetched, DOORS.verifyUnitWith)) === 'verify/source-unavailable',
      'takes what is no source',
    );
    return answer;
  },
};

interface Claim {
  readonly event: unknown;
  readonly unit: unknown;
  readonly sourceEvent: unknown;
  readonly bytes: unknown;
}

function elisionVerdict({ event, unit, sourceEvent, bytes }: Claim): string {
  if (!Event.is(event) || !Event.is(sourceEvent) || !Unit.is(unit)) return 'misuse';
  const names = typeof event.kind === 'object' && 'elision' in event.kind && event.kind.elision.unit === unit.id;
  const stands =
    event.root === unit.root && event.sources.includes(sourceEvent.id) && sourceEvent.payload === unit.source;
  if (!names || !stands) return 'elision/mismatch';
  return isReadable(bytes) ? unitVerdict(unit, bytes) : 'misuse';
}

const elision: Door = {
  name: 'verifyElision',
  input(random): Claim {
    const worked = random.pick(elisions);
    const admitted = Unit.admit(worked.unit);
    const own = admitted.ok ? admitted.value : random.pick(units);
    const unit = random.once(6) ? unitNear(random) : own;
    const odd = random.once(30) ? oddValue(random) : undefined;
    const claim: Claim = {
      event: random.once(6) ? random.pick(events) : eventsById.get(worked.event),
      unit,
      sourceEvent: random.once(6) ? random.pick(events) : eventsById.get(worked.sourceEvent),
      bytes: random.once(6) ? sourceFor(unit, random) : worked.bytes,
    };
    return odd === undefined ? claim : { ...claim, [random.pick(['event', 'unit', 'sourceEvent', 'bytes'])]: odd };
  },
  show(given) {
    const claim = given as Claim;
    const wanted = elisionVerdict(claim);
    const misuse = { misuse: wanted === 'misuse' };
    const answer = shown(() => verifyElision(claim as never), DOORS.verifyElision, misuse);
    hold(wordOf(answer) === wanted, `${wordOf(answer)} where the contract says ${wanted}`);
    return answer;
  },
};

export const verdictDoors: readonly Door[] = [seal, verify, elision];
