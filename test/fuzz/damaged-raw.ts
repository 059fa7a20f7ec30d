import { oddValue, TOUCHED } from './odd-values.ts';
import type { Random } from './random.ts';

type Fields = { [name: string]: unknown };

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value is a list that can be copied here: one that claims four thousand million items stands as it is. */
const isList = (value: unknown): value is unknown[] => Array.isArray(value) && value.length <= 50_000;

/** The value with one place of it changed by `change`; what is on the way is copied. */
function changedSomewhere(value: unknown, random: Random, change: (value: unknown) => unknown): unknown {
  if (Array.isArray(value) && !isList(value)) return value;
  const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  if (keys.length === 0 || random.once(4)) return change(value);
  const key = random.pick(keys);
  const copy = (Array.isArray(value) ? [...value] : { ...(value as Fields) }) as Fields;
  copy[key] = changedSomewhere(copy[key], random, change);
  return copy;
}

function record(value: unknown, change: (fields: Fields) => unknown): unknown {
  return isFields(value) ? change({ ...value }) : change({ payload: value });
}

type Change = (value: unknown, random: Random, others: readonly unknown[]) => unknown;

const CHANGES: { readonly [name: string]: Change } = {
  drop: (value, random) =>
    isList(value)
      ? value.slice(1)
      : record(value, (fields) => {
          delete fields[random.pick([...Object.keys(fields), 'none'])];
          return fields;
        }),
  extra: (value, random) =>
    record(value, (fields) =>
      Object.defineProperty(fields, random.pick(['extra', '__proto__', 'constructor', '', Symbol('extra')]), {
        value: oddValue(random),
        enumerable: random.once(2),
        configurable: true,
      }),
    ),
  retype: (_, random) => oddValue(random),
  other: (_, random, others) => changedSomewhere(random.pick(others), random, (inner) => inner),
  twice: (value) => (isList(value) ? [...value, ...value] : [value, value]),
  backwards: (value) => (isList(value) ? [...value].reverse() : value),
  inherit: (value) => record(value, (fields) => Object.create(fields) as unknown),
  bare: (value) => record(value, (fields) => Object.assign(Object.create(null), fields)),
  accessor: (value, random) =>
    record(value, (fields) => {
      const key = random.pick([...Object.keys(fields), 'op']);
      const kept = fields[key];
      const throwing = random.once(2);
      return Object.defineProperty(fields, key, {
        enumerable: true,
        configurable: true,
        get() {
          if (throwing) throw TOUCHED;
          return kept;
        },
      });
    }),
  /** Answers differently at each reading. */
  fickle: (value, random) =>
    record(value, (fields) => {
      const key = random.pick([...Object.keys(fields), 'op']);
      const answers = [fields[key], oddValue(random)];
      let reads = 0;
      return Object.defineProperty(fields, key, {
        enumerable: true,
        configurable: true,
        get: () => answers[reads++ % 2],
      });
    }),
  proxy: (value) => (typeof value === 'object' && value !== null ? new Proxy(value, {}) : value),
  text: (value, random) => {
    if (typeof value !== 'string' || value.length === 0) return value;
    const at = random.below(value.length);
    const unit = random.pick([...'abz27019A=/', '\u0000', 'é', '\ud800']);
    return random.pick([
      value.slice(0, at) + unit + value.slice(at + 1),
      value.slice(0, at),
      value.toUpperCase(),
      `${value}=`,
    ]);
  },
  number: (value, random) => (typeof value === 'number' ? value + random.pick([1, -1, 0.5, 2 ** 32, 2 ** 53]) : value),
};

const ALL_CHANGES = Object.values(CHANGES);

/** A raw value with none to three changes at any place; `others` is what may stand in a place instead. */
export function damagedRaw(value: unknown, random: Random, others: readonly unknown[]): unknown {
  let damaged = value;
  const changes = random.pick([0, 1, 1, 1, 1, 2, 3]);
  for (let i = 0; i < changes; i += 1) {
    try {
      damaged = changedSomewhere(damaged, random, (inner) => random.pick(ALL_CHANGES)(inner, random, others));
    } catch {
      // What was put in before cannot be copied any more: it stands as it is.
      return damaged;
    }
  }
  return damaged;
}
