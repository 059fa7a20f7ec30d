/** The native hasher of this host: none. What the import `#bulk` means everywhere but on Node. */
export const bulk: ((bytes: Uint8Array) => Uint8Array) | undefined = undefined;
