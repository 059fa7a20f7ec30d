import { CID_LENGTH, profileAt } from './cid.ts';
import { cidText } from './recent.ts';
import type { ContentId, Profile, RawContentId } from './types.ts';
import type { U64 } from './value.ts';
import { LINK_HEAD, LINK_LENGTH, MAJOR } from './writer.ts';

/**
 * Reads bytes of one expected layout, and nothing else: every method moves on and answers, or says no and leaves the rest
 * of the reading without meaning. It explains nothing: bytes that it does not know go to `decode`, which says why.
 */
export class CborReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  /** Reads `bytes` where they are; they must not change meanwhile. */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Whether all of the input was read. */
  get ended(): boolean {
    return this.#at === this.#bytes.length;
  }

  /** Moves past exactly these bytes. */
  skip(literal: Uint8Array): boolean {
    const bytes = this.#bytes;
    const at = this.#at;
    // Beyond the end there is only undefined, which no byte equals.
    for (let i = 0; i < literal.length; i += 1) if (bytes[at + i] !== literal[i]) return false;
    this.#at = at + literal.length;
    return true;
  }

  /** The first of some literals that stands here, by its index; −1 where none does. */
  choose(literals: readonly Uint8Array[]): number {
    return literals.findIndex((literal) => this.skip(literal));
  }

  /** An unsigned integer with the shortest head. */
  uint(): U64 | undefined {
    return this.#argument(MAJOR.uint);
  }

  /** The number of items of a list whose head stands here and for which there is room. */
  list(): number | undefined {
    const count = this.#argument(MAJOR.list);
    return typeof count === 'number' && count <= this.#bytes.length - this.#at ? count : undefined;
  }

  /** A link to a ContentId. */
  contentLink(): ContentId | undefined {
    return this.#link('content') as ContentId | undefined;
  }

  /** A link to a RawContentId. */
  rawLink(): RawContentId | undefined {
    return this.#link('raw') as RawContentId | undefined;
  }

  #link(profile: Profile): string | undefined {
    const at = this.#at;
    const bytes = this.#bytes;
    if (bytes.length - at < LINK_LENGTH) return undefined;
    for (let i = 0; i < LINK_HEAD.length; i += 1) if (bytes[at + i] !== LINK_HEAD[i]) return undefined;
    const cid = at + LINK_LENGTH - CID_LENGTH;
    if (profileAt(bytes, cid) !== profile) return undefined;
    this.#at = at + LINK_LENGTH;
    return cidText(profile, bytes, cid + 4);
  }

  #argument(major: number): U64 | undefined {
    const bytes = this.#bytes;
    const at = this.#at;
    const initial = bytes[at];
    if (initial === undefined || (initial & 0xe0) !== major) return undefined;
    const info = initial & 31;
    if (info < 24) {
      this.#at = at + 1;
      return info;
    }
    if (info > 27) return undefined;
    const width = 1 << (info - 24);
    if (bytes.length - at - 1 < width) return undefined;
    this.#at = at + 1 + width;
    let value = 0n;
    if (width < 8) {
      let small = 0;
      for (let i = 1; i <= width; i += 1) small = small * 256 + (bytes[at + i] as number);
      return small < (LEAST[width] as number) ? undefined : small;
    }
    for (let i = 1; i <= width; i += 1) value = (value << 8n) | BigInt(bytes[at + i] as number);
    if (value <= 0xffff_ffffn) return undefined;
    return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
  }
}

const LEAST: readonly (number | undefined)[] = [undefined, 24, 0x100, undefined, 0x1_0000];
