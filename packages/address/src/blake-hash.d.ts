// The one function that is used of it. Its own types want those of Node, and it may not be installed.

declare module '@napi-rs/blake-hash' {
  export function blake3(bytes: Uint8Array): Uint8Array;
}
