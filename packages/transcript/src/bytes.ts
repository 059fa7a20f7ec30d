/**
 * Refuses, as misuse, what is no array of bytes of this thread alone, and gives a plain view of the rest.
 *
 * Shared memory could change between two looks at it, so that a span would be true of bytes nobody saw.
 * A Node Buffer is re-viewed (not copied): one class of array in the tight loops keeps them fast.
 *
 * @throws TypeError when the value is no Uint8Array or stands on shared memory
 */
export function plainBytes(value: Uint8Array): Uint8Array {
  if (!(value instanceof Uint8Array)) {
    throw new TypeError('expected a Uint8Array');
  }
  if (typeof SharedArrayBuffer !== 'undefined' && value.buffer instanceof SharedArrayBuffer) {
    throw new TypeError('expected bytes that are not shared memory');
  }
  return value.constructor === Uint8Array ? value : new Uint8Array(value.buffer, value.byteOffset, value.length);
}

export const LINE_FEED = 0x0a;
export const CARRIAGE_RETURN = 0x0d;
export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const OPEN_BRACE = 0x7b;
export const OPEN_BRACKET = 0x5b;
export const SPACE = 0x20;

/** Whether JSON allows this byte between tokens. */
export function isSpace(byte: number): boolean {
  return byte === SPACE || byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === 0x09;
}
