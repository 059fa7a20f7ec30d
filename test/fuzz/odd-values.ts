import type { Random } from './random.ts';

/** What the traps and getters made here throw; a door that promises to take any value lets none of it out. */
export const TOUCHED = new Error('touched');

const thrower = (): never => {
  throw TOUCHED;
};
const traps = {
  get: thrower,
  has: thrower,
  ownKeys: thrower,
  getOwnPropertyDescriptor: thrower,
  getPrototypeOf: thrower,
};

function revoked(target: object): object {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

class Instance {
  readonly kind = 'observation';
}

// Made afresh each time: a door that kept or changed one must not change the next input.
const ODD: readonly ((random: Random) => unknown)[] = [
  () => undefined,
  () => null,
  () => true,
  () => 0,
  () => -0,
  () => -1,
  () => 1.5,
  () => Number.NaN,
  () => Number.POSITIVE_INFINITY,
  () => 2 ** 32,
  () => 2 ** 53 - 1,
  () => 2 ** 53,
  () => 2n ** 53n,
  () => 2n ** 64n - 1n,
  () => 2n ** 64n,
  () => -1n,
  () => '9007199254740992',
  () => '18446744073709551615',
  () => '18446744073709551616',
  () => '007',
  () => '',
  () => 'elide',
  () => 'observation',
  () => '\ud800',
  () => 'b'.repeat(59),
  () => 'x'.repeat(100_000),
  () => Symbol('odd'),
  () => Symbol.iterator,
  () => thrower,
  () => [],
  () => [[]],
  () => new Array(3),
  () => new Array(2 ** 32 - 1),
  () => Object.assign([], { extra: 1 }),
  () => new Array(20_000).fill(0),
  () => ({}),
  () => ({ '/': 'bafy' }),
  () => Object.create(null),
  () => new Instance(),
  () => new Date(0),
  () => new Map([['op', 'elide']]),
  () => new Set([1]),
  () => Object(7),
  () => Object('elide'),
  () => new Uint8Array(4),
  () => new Uint16Array(4),
  () => new Uint8Array(new SharedArrayBuffer(4)),
  () => new DataView(new ArrayBuffer(4)),
  () => Promise.resolve(),
  () => new Proxy({}, traps),
  () => new Proxy([], traps),
  () => new Proxy([], { get: (target, key, self) => (key === 'length' ? 2 ** 40 : Reflect.get(target, key, self)) }),
  () => revoked({}),
  () => revoked([]),
  () => Object.defineProperty({}, 'op', { enumerable: true, get: thrower }),
  () => Object.defineProperty([], 0, { enumerable: true, get: thrower }),
  (random) => {
    const cycle: { [name: string]: unknown } = {};
    cycle[random.pick(['payload', 'parents', 'span'])] = cycle;
    return cycle;
  },
  (random) => {
    let deep: unknown = 0;
    for (let i = 0; i < random.pick([10, 200, 5000]); i += 1) deep = [deep];
    return deep;
  },
];

/** A value that does not belong where it is put. */
export function oddValue(random: Random): unknown {
  return random.pick(ODD)(random);
}
