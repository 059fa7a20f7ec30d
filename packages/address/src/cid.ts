import type { IdCode } from './codes.ts';
import { type Facts, type Refused, refuse } from './result.ts';
import type { Profile } from './types.ts';

/** Length of the binary form of an id in bytes: four of head, then the digest. */
export const CID_LENGTH = 36;

const VERSION = 0x01;
const BLAKE3 = 0x1e;
const DIGEST_BYTES = 32;

/** The codec byte of each profile (contract, content §1). */
export const CODECS = { content: 0x71, raw: 0x55 } as const satisfies Record<Profile, number>;

/** Wanted where a link of either profile may stand. */
export const BOTH_PROFILES: readonly Profile[] = ['raw', 'content'];

/** Writes the four bytes before the digest to `bytes` at `at`. */
export function writeCidHead(profile: Profile, bytes: Uint8Array, at: number): void {
  bytes[at] = VERSION;
  bytes[at + 1] = CODECS[profile];
  bytes[at + 2] = BLAKE3;
  bytes[at + 3] = DIGEST_BYTES;
}

/** Which profile the 36 bytes at `at` have, or undefined where their head is another one. The bytes must reach that far. */
export function profileAt(bytes: Uint8Array, at: number): Profile | undefined {
  if (bytes[at] !== VERSION || bytes[at + 2] !== BLAKE3 || bytes[at + 3] !== DIGEST_BYTES) return undefined;
  const codec = bytes[at + 1];
  if (codec === CODECS.content) return 'content';
  return codec === CODECS.raw ? 'raw' : undefined;
}

/** A refusal `id/not-a-cid`; the text itself stays out of the facts, because it may be anything. */
export function notACid(reason: string, facts: Facts = {}): Refused<IdCode> {
  return refuse('id/not-a-cid', { reason, ...facts });
}

/**
 * Says why bytes are not an id of a profile that is wanted: `id/not-a-cid` where they are no version-1 CID at all, else
 * `id/wrong-profile` for the codec, the hash or the digest length, in this order (contract, content §1).
 */
export function diagnoseCid(bytes: Uint8Array, wanted: readonly Profile[]): Refused<IdCode> {
  const version = varint(bytes, 0);
  if (version === undefined) return notACid('varint');
  if (version.value !== 1n) return notACid('version');
  const codec = varint(bytes, version.next);
  if (codec === undefined) return notACid('varint');
  const hash = varint(bytes, codec.next);
  if (hash === undefined) return notACid('varint');
  const length = varint(bytes, hash.next);
  if (length === undefined) return notACid('varint');
  const left = bytes.length - length.next;
  if (length.value !== BigInt(left)) return notACid('digest-length', { declared: whole(length.value), left });

  const codecs = wanted.map((profile) => CODECS[profile]);
  if (!codecs.some((each) => codec.value === BigInt(each))) return wrongProfile('codec', codec.value, codecs);
  if (hash.value !== BigInt(BLAKE3)) return wrongProfile('hash', hash.value, [BLAKE3]);
  return wrongProfile('digest length', length.value, [DIGEST_BYTES]);
}

function wrongProfile(field: string, found: bigint, wanted: readonly number[]): Refused<IdCode> {
  const [only] = wanted;
  return refuse('id/wrong-profile', {
    field,
    found: whole(found),
    wanted: wanted.length === 1 && only !== undefined ? only : wanted,
  });
}

function whole(value: bigint): number | string {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value.toString();
}

/** An unsigned varint in its shortest form and of at most nine bytes, as multiformats has it. */
function varint(bytes: Uint8Array, at: number): { value: bigint; next: number } | undefined {
  let value = 0n;
  for (let i = 0; i < 9; i += 1) {
    const byte = bytes[at + i];
    if (byte === undefined) return undefined;
    value |= BigInt(byte & 0x7f) << BigInt(7 * i);
    if (byte < 0x80) return byte === 0 && i > 0 ? undefined : { value, next: at + i + 1 };
  }
  return undefined;
}
