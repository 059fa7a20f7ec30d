// Values that no JSON text gives, and that a door which takes any value has to answer all the same.

const thrower = (): never => {
  throw new Error('touched');
};

const revoked = Proxy.revocable({}, {});
revoked.revoke();
const revokedList = Proxy.revocable([], {});
revokedList.revoke();

export const hostile: readonly [string, unknown][] = [
  ['undefined', undefined],
  ['null', null],
  ['a number', 7],
  ['a bigint', 7n],
  ['a symbol', Symbol('x')],
  ['text', 'x'],
  ['a function', () => ({})],
  ['a list', []],
  ['bytes', Uint8Array.of(1, 2)],
  ['a date', new Date(0)],
  ['an empty record', {}],
  ['a record without prototype', Object.create(null)],
  ['a getter that throws', Object.defineProperty({}, 'payload', { enumerable: true, get: thrower })],
  [
    'a Proxy that throws',
    new Proxy({}, { get: thrower, has: thrower, ownKeys: thrower, getOwnPropertyDescriptor: thrower }),
  ],
  ['a revoked Proxy', revoked.proxy],
  ['a revoked Proxy of a list', revokedList.proxy],
  ['a list with a getter that throws', Object.defineProperty([], 0, { enumerable: true, get: thrower })],
  ['a hole', new Array(1)],
  ['four thousand million holes', new Array(2 ** 32 - 1)],
  ['a Proxy of a list that says it has no end', new Proxy([], { get: () => Number.POSITIVE_INFINITY })],
];
