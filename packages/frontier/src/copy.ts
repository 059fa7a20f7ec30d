import { entriesOf, isPlain, namesOf, own, Unreadable } from './read.ts';

/**
 * A deeply frozen copy of a plain value that shares nothing with it. What is no plain data, and what holds itself,
 * is unreadable. It does not recurse, so that depth costs memory and never the stack.
 */
export function detach(value: unknown): unknown {
  const made: object[] = [];
  // Ancestors of what is looked at now: a value that is met twice side by side is no cycle.
  const open = new Set<object>();
  const root: { value?: unknown } = {};
  type Step = { readonly source: unknown; readonly put: (copy: unknown) => void } | { readonly close: object };
  const steps: Step[] = [
    {
      source: value,
      put: (copy) => {
        root.value = copy;
      },
    },
  ];
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    if ('close' in step) {
      open.delete(step.close);
      continue;
    }
    const { source, put } = step;
    if (typeof source !== 'object' || source === null) {
      if (typeof source === 'function' || typeof source === 'symbol') throw new Unreadable();
      put(source);
      continue;
    }
    if (open.has(source)) throw new Unreadable();
    open.add(source);
    steps.push({ close: source });
    const entries = entriesOf(source);
    if (entries !== null) {
      const copy: unknown[] = Array.from({ length: entries.length });
      made.push(copy);
      put(copy);
      for (const [index, entry] of entries.entries()) {
        steps.push({
          source: entry,
          put: (inner) => {
            copy[index] = inner;
          },
        });
      }
    } else if (isPlain(source)) {
      const copy = {};
      made.push(copy);
      put(copy);
      const names = namesOf(source);
      // Names are defined first and in order, because the steps run backwards; a name may be `__proto__`.
      for (const name of names) define(copy, name, undefined);
      for (const name of names) steps.push({ source: own(source, name), put: (inner) => define(copy, name, inner) });
    } else {
      throw new Unreadable();
    }
  }
  for (const one of made) Object.freeze(one);
  return root.value;
}

function define(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}
