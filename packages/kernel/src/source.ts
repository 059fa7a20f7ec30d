import { bytesOf, isRawContentIdOf, type RawContentId, rawContentIdOf, wordsOf } from '@ken/address';
import { resolves, type Span } from './span.ts';

// Whoever holds the key has read the bytes out of unshared memory. It never leaves this module.
const KEY: unique symbol = Symbol('KnownSource');

/** Source bytes and their id, computed once for however many units (contract, kernel "verifyUnit"). Made by `knownSource`. */
export class KnownSource {
  /** The RawContentId of all the bytes. */
  readonly id: RawContentId;
  /** How many bytes there are. */
  readonly byteLength: number;
  readonly #bytes: Uint8Array;
  /** The same memory, where it pays for many spans. */
  readonly #words: DataView | undefined;

  constructor(key: typeof KEY, bytes: Uint8Array, words?: DataView) {
    if (key !== KEY) throw new TypeError('a known source is made by knownSource(bytes)');
    this.id = rawContentIdOf(bytes);
    this.byteLength = bytes.length;
    this.#bytes = bytes;
    this.#words = words;
    Object.freeze(this);
  }

  /** Whether the value came out of `knownSource`. */
  static is(value: unknown): value is KnownSource {
    return typeof value === 'object' && value !== null && #bytes in value;
  }

  /** The RawContentId of the slice under a span, or undefined where the span has none. The bytes are never handed out. */
  sliceId(span: Span): RawContentId | undefined {
    if (!resolves(span, this.byteLength)) return undefined;
    return rawContentIdOf(this.#bytes, Number(span.start), Number(span.end), this.#words);
  }

  /** Whether the slice under a span has this id, or undefined where the span has no slice. */
  sliceHas(span: Span, id: RawContentId): boolean | undefined {
    if (!resolves(span, this.byteLength)) return undefined;
    return isRawContentIdOf(id, this.#bytes, Number(span.start), Number(span.end), this.#words);
  }
}
Object.freeze(KnownSource.prototype);
Object.freeze(KnownSource);

/**
 * A known source over a copy of the bytes, so that nothing the caller does afterwards changes a verdict. Throws TypeError
 * for anything but bytes of unshared memory.
 */
export function knownSource(bytes: Uint8Array): KnownSource {
  const own = new Uint8Array(bytesOf(bytes));
  return new KnownSource(KEY, own, wordsOf(own));
}

/**
 * A source to use within one call: a known one as it is, bytes where they are and without a copy. Throws TypeError for
 * anything else.
 */
export function sourceOf(source: Uint8Array | KnownSource): KnownSource {
  return KnownSource.is(source) ? source : new KnownSource(KEY, bytesOf(source, 'source'));
}
