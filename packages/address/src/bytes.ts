/** A built-in getter taken off its prototype: it answers for the object itself, whatever properties were put over it. */
function builtIn(prototype: object, name: PropertyKey): (value: unknown) => unknown {
  const getter = Object.getOwnPropertyDescriptor(prototype, name)?.get;
  if (getter === undefined) throw new TypeError(`this host has no getter ${String(name)}`);
  return (value) => getter.call(value);
}

const typedArray: object = Object.getPrototypeOf(Uint8Array.prototype);
const nameOf = builtIn(typedArray, Symbol.toStringTag);
const bufferOf = builtIn(typedArray, 'buffer');
const offsetOf = builtIn(typedArray, 'byteOffset');
const lengthOf = builtIn(typedArray, 'length');
const lengthOfUnshared = builtIn(ArrayBuffer.prototype, 'byteLength');

/** Whether the value is a Uint8Array of any realm, a subclass included; a Proxy or a look-alike is not. */
export function isBytes(value: unknown): value is Uint8Array {
  return nameOf(value) === 'Uint8Array';
}

/** Whether the bytes lie in memory that another thread may change while they are read. */
export function isShared(bytes: Uint8Array): boolean {
  try {
    lengthOfUnshared(bufferOf(bytes));
    return false;
  } catch {
    return true;
  }
}

/**
 * The bytes of a caller as a plain view of the same memory (no copy). Always a view of our own: a subclass, or own
 * properties such as `length` and `constructor`, could answer differently from the memory. Throws TypeError for anything
 * but bytes, for shared memory and for a detached buffer.
 */
export function bytesOf(value: unknown, what = 'bytes'): Uint8Array {
  if (!isBytes(value)) throw new TypeError(`${what} must be a Uint8Array`);
  if (isShared(value)) throw new TypeError(`${what} must not lie in shared memory`);
  return new Uint8Array(bufferOf(value) as ArrayBuffer, offsetOf(value) as number, lengthOf(value) as number);
}

/** Whether two plain byte arrays are equal. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i += 1) if (a[i] !== b[i]) return false;
  return true;
}

/** A plain view as one of words, of exactly the same memory. */
export function wordsOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}
