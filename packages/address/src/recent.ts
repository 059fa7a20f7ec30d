import { digestText, digitAt, readDigestText } from './base32.ts';
import { wordsOf } from './bytes.ts';
import { CID_LENGTH, CODECS, writeCidHead } from './cid.ts';
import type { AnyId, Profile } from './types.ts';

// An id is parsed, then written, then named as a parent, within moments; and base32 is most of what an id costs beside
// hashing. So ids lately seen are kept here in both forms, a fixed number of them, each found by either form alone; and
// records that name the same id share its text. Nothing can tell, but by the time it takes, whether an id was here.

export const TEXT_LENGTH = 59;
export const HEADS = { content: 'bafyr4i', raw: 'bafkr4i' } as const satisfies Record<Profile, string>;

const HEAD_LENGTH = 7;
const DIGEST_AT = CID_LENGTH - 32;
// The one character of the head in which the two kinds differ.
const TELLING = 3;
const RAW_UNIT = HEADS.raw.charCodeAt(TELLING);

const SLOTS = 1024;
const texts: string[] = new Array<string>(SLOTS).fill('');
const binaries = new Uint8Array(SLOTS * CID_LENGTH);
const binaryWords = wordsOf(binaries);
const spare = new Uint8Array(32);
const units = { content: unitsOf(HEADS.content), raw: unitsOf(HEADS.raw) } as const satisfies Record<Profile, number[]>;

/** The profile of an id by its text, or undefined for text that is no id of either. */
export function profileOf(text: unknown): Profile | undefined {
  if (typeof text !== 'string' || text.length !== TEXT_LENGTH) return undefined;
  const profile = text.charCodeAt(TELLING) === RAW_UNIT ? 'raw' : 'content';
  return slotOf(text, profile) < 0 ? undefined : profile;
}

/** Writes the 36 bytes of an id to a memory at `at`. Throws TypeError for what is no id. */
export function writeCid(id: AnyId, memory: DataView, at: number): void {
  const profile = id.charCodeAt(TELLING) === RAW_UNIT ? 'raw' : 'content';
  const slot = id.length === TEXT_LENGTH ? slotOf(id, profile) : -1;
  if (slot < 0) throw new TypeError('not an id');
  const from = slot * CID_LENGTH;
  for (let i = 0; i < CID_LENGTH; i += 4) memory.setInt32(at + i, binaryWords.getInt32(from + i));
}

/** The text of the id of a profile whose 32 digest bytes stand at `at`. */
export function cidText(profile: Profile, bytes: Uint8Array, at: number): AnyId {
  // The first digits of the second and the third group of five bytes.
  const slot = (((bytes[at + 1] as number) >> 3) << 5) | ((bytes[at + 6] as number) >> 3);
  if (holds(slot, profile, bytes, at)) return texts[slot] as AnyId;
  const text = digestText(units[profile], bytes, at);
  keep(text, profile, slot, bytes, at);
  return text as AnyId;
}

/** Where the binary form of a text of the right length is kept, now or already; −1 where it is no id of the profile. */
function slotOf(text: string, profile: Profile): number {
  const slot = slotFor(text);
  if (texts[slot] === text) return slot;
  if (!text.startsWith(HEADS[profile]) || !readDigestText(text, HEAD_LENGTH, spare, 0)) return -1;
  keep(text, profile, slot, spare, 0);
  return slot;
}

/** The same slot by the text: the same two digits. What is no digit may be anywhere, because it is found nowhere. */
function slotFor(text: string): number {
  return ((digitAt(text, HEAD_LENGTH + 2) << 5) | digitAt(text, HEAD_LENGTH + 10)) & (SLOTS - 1);
}

function holds(slot: number, profile: Profile, digest: Uint8Array, at: number): boolean {
  const from = slot * CID_LENGTH;
  if (binaries[from + 1] !== CODECS[profile]) return false;
  for (let i = 0; i < 32; i += 1) if (binaries[from + DIGEST_AT + i] !== digest[at + i]) return false;
  return true;
}

function keep(text: string, profile: Profile, slot: number, digest: Uint8Array, at: number): void {
  const to = slot * CID_LENGTH;
  texts[slot] = text;
  writeCidHead(profile, binaries, to);
  for (let i = 0; i < 32; i += 1) binaries[to + DIGEST_AT + i] = digest[at + i] as number;
}

function unitsOf(head: string): number[] {
  return Array.from({ length: TEXT_LENGTH }, (_, i) => (i < HEAD_LENGTH ? head.charCodeAt(i) : 0));
}
