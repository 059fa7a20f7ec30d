// An optional package: where it is not installed, or has no binary for this machine, hashing is slower and nothing else.
const native = await import('@napi-rs/blake-hash').catch(() => undefined);

/**
 * The native hasher of this host: the 32-byte BLAKE3 digest of the bytes of a view, in fresh memory; undefined where there
 * is none. What the import `#bulk` means on Node.
 */
export const bulk: ((bytes: Uint8Array) => Uint8Array) | undefined = native?.blake3;
