import { entriesOf, isPlain, namesOf, own, Unreadable } from './read.ts';

type Put = (copy: unknown) => void;
type Step = { readonly source: unknown; readonly put: Put } | { readonly close: object };

/**
 * A deeply frozen copy of a plain value that shares nothing with it. What is no plain data, and what holds itself,
 * is unreadable. What is met twice is copied once, so that aliases of aliases cost what they are and not what they
 * spell out; and nothing recurses, so that depth costs memory and never the stack.
 */
export function detach(value: unknown): unknown {
  const root: { copy?: unknown } = {};
  const copies = new Map<object, object>();
  // What is being copied now: the ancestors of the next step.
  const open = new Set<object>();
  const put: Put = (copy) => {
    root.copy = copy;
  };
  const steps: Step[] = [{ source: value, put }];
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    if ('close' in step) open.delete(step.close);
    else step.put(visit(step.source, copies, open, steps));
  }
  for (const copy of copies.values()) Object.freeze(copy);
  return root.copy;
}

/** The copy of one value, still empty where it is new; what it holds is left to further steps. */
function visit(source: unknown, copies: Map<object, object>, open: Set<object>, steps: Step[]): unknown {
  if (typeof source === 'function' || typeof source === 'symbol') throw new Unreadable();
  if (typeof source !== 'object' || source === null) return source;
  if (open.has(source)) throw new Unreadable();
  const known = copies.get(source);
  if (known !== undefined) return known;
  open.add(source);
  steps.push({ close: source });
  const held = heldBy(source);
  const copy: object = Array.isArray(source) ? [] : {};
  copies.set(source, copy);
  // Names are defined in their order first, because steps run from the last to the first; one may be `__proto__`.
  for (const [name] of held) define(copy, name, undefined);
  for (const [name, inner] of held) steps.push({ source: inner, put: (made) => define(copy, name, made) });
  return copy;
}

/** The entries of a list or an object, by name. */
function heldBy(source: object): readonly (readonly [name: string, value: unknown])[] {
  const entries = entriesOf(source);
  if (entries !== null) return entries.map((entry, index) => [String(index), entry] as const);
  if (!isPlain(source)) throw new Unreadable();
  return namesOf(source).map((name) => [name, own(source, name)] as const);
}

function define(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}
