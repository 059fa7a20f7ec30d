const encoder = new TextEncoder();
// A byte order mark at the front is text like any other (contract, content §2).
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const SHORT = 24;

/** Length of well-formed text in UTF-8 bytes. */
export function utf8Length(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    // Each half of a surrogate pair counts for two of the pair's four bytes.
    length += unit < 0x800 || isSurrogate(unit) ? 1 : 2;
  }
  return length;
}

/** Writes well-formed text to `target` at `at`, where it must fit. `length` is its `utf8Length`. */
export function writeUtf8(text: string, length: number, target: Uint8Array, at: number): void {
  if (length === text.length && length <= SHORT) {
    for (let i = 0; i < length; i += 1) target[at + i] = text.charCodeAt(i);
    return;
  }
  encoder.encodeInto(text, target.subarray(at, at + length));
}

/** The text of UTF-8 bytes from `at` to `end`, or undefined where they are not well-formed UTF-8. */
export function readUtf8(bytes: Uint8Array, at: number, end: number): string | undefined {
  if (end - at <= SHORT) {
    let text = '';
    let i = at;
    for (; i < end; i += 1) {
      const byte = bytes[i] as number;
      if (byte >= 0x80) break;
      text += String.fromCharCode(byte);
    }
    if (i === end) return text;
  }
  try {
    return decoder.decode(bytes.subarray(at, end));
  } catch {
    return undefined;
  }
}

/**
 * Orders two well-formed texts by their UTF-8 bytes, which is the order of code points and not that of UTF-16 units:
 * surrogates stand for code points above all others.
 */
export function compareUtf8(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i += 1) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    if (isSurrogate(x) !== isSurrogate(y)) return isSurrogate(x) ? 1 : -1;
    return x - y;
  }
  return a.length - b.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}
