/** A CBOR head: where it stands, how long it is in bytes, and what it says. */
export interface Head {
  readonly at: number;
  readonly length: number;
  readonly major: number;
  readonly argument: bigint;
}

/** The heads of an encoding, in order, up to the first place where there is none to read. Knows nothing of what is allowed. */
export function headsOf(bytes: Uint8Array): Head[] {
  const heads: Head[] = [];
  let at = 0;
  while (at < bytes.length) {
    const initial = bytes[at] as number;
    const info = initial & 31;
    const width = info < 24 ? 0 : info < 28 ? 1 << (info - 24) : undefined;
    if (width === undefined || at + 1 + width > bytes.length) break;
    let argument = width === 0 ? BigInt(info) : 0n;
    for (let i = 1; i <= width; i += 1) argument = (argument << 8n) | BigInt(bytes[at + i] as number);
    const major = initial >> 5;
    heads.push({ at, length: 1 + width, major, argument });
    const content = major === 2 || major === 3 ? Number(argument) : 0;
    at += 1 + width + content;
  }
  return heads;
}

/** The bytes of a head with an argument of 0, 1, 2, 4 or 8 bytes, shortest or not; what does not fit is cut off. */
export function headBytes(major: number, argument: bigint, width: 0 | 1 | 2 | 4 | 8): Uint8Array {
  const head = new Uint8Array(1 + width);
  head[0] = (major << 5) | (width === 0 ? Number(argument & 31n) : 24 + Math.log2(width));
  for (let i = 0; i < width; i += 1) head[width - i] = Number((argument >> BigInt(8 * i)) & 0xffn);
  return head;
}

/** The narrowest width that holds an argument. */
export function widthOf(argument: bigint): 0 | 1 | 2 | 4 | 8 {
  if (argument < 24n) return 0;
  if (argument < 0x100n) return 1;
  if (argument < 0x1_0000n) return 2;
  return argument < 0x1_0000_0000n ? 4 : 8;
}
