import { type Refused, refuse } from '@ken/address';
import type { EventCode } from './codes.ts';
import type { EventFields, Origin } from './event-fields.ts';
import { type EventKind, type KindName, kindName } from './event-kind.ts';
import { depthAfter } from './op.ts';

/** What the rules look at in the source of an event. */
export interface Source {
  readonly origin: Origin;
  readonly kind: EventKind;
  readonly depth: number;
}

/** No admitted event is deeper: one generation over material, and none over what was generated. */
const MAX_EVENT_DEPTH = 1;

type Rule = (event: EventFields, sources: readonly Source[]) => number | Refused<EventCode>;

// What each kind demands, in the order of checking, and the depth that it implies. There is no default: a new kind does
// not compile until it has a rule.
const RULES = {
  observation(event, sources) {
    if (event.origin === 'harness') return refuse('event/observation', { origin: event.origin }, 'payload.origin');
    if (sources.length > 0) return refuse('event/observation', { sources: sources.length }, 'payload.sources');
    return 0;
  },
  intervention(event, sources) {
    const deepest = sources.reduce((depth, source) => Math.max(depth, source.depth), 0);
    return foreignOrigin(event, 'harness') ?? depthAfter('generate', deepest);
  },
  verdict(event, sources) {
    const origin = foreignOrigin(event, 'harness');
    if (origin !== undefined) return origin;
    const [subject, another] = sources;
    if (subject === undefined || another !== undefined || event.parents.length !== 1) return cardinality(event);
    const kind = kindName(subject.kind);
    if (kind === 'observation' && subject.origin === 'model') return 1;
    return refuse('event/verdict-subject', { kind, origin: subject.origin }, 'payload.sources[0]');
  },
  retrieval: carried,
  elision: carried,
} satisfies Record<KindName, Rule>;

/**
 * Judges an event over its admitted sources by its kind (contract, kernel "Event" 3 to 5): first what the kind demands,
 * then `event/depth-exceeded` where it implies a depth over 1, then `event/depth-mismatch` with both depths.
 */
export function judge(event: EventFields, sources: readonly Source[]): Refused<EventCode> | undefined {
  const rule: Rule = RULES[kindName(event.kind)];
  const implied = rule(event, sources);
  if (typeof implied !== 'number') return implied;
  if (implied > MAX_EVENT_DEPTH) {
    return refuse('event/depth-exceeded', { implied, limit: MAX_EVENT_DEPTH }, 'payload.depth');
  }
  if (implied === event.depth) return undefined;
  return refuse('event/depth-mismatch', { declared: event.depth, implied }, 'payload.depth');
}

/** Material carried on as it was keeps its origin and its depth. */
function carried(event: EventFields, sources: readonly Source[]): number | Refused<EventCode> {
  const [source, another] = sources;
  if (source === undefined || another !== undefined) return cardinality(event);
  return foreignOrigin(event, source.origin) ?? source.depth;
}

function foreignOrigin(event: EventFields, wanted: Origin): Refused<EventCode> | undefined {
  if (event.origin === wanted) return undefined;
  return refuse('event/origin', { declared: event.origin, wanted }, 'payload.origin');
}

function cardinality({ sources, parents }: EventFields): Refused<EventCode> {
  return refuse('event/cardinality', { sources: sources.length, parents: parents.length }, 'payload.sources');
}
