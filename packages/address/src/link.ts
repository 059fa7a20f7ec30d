import { profileOf } from './recent.ts';
import type { AnyId, Profile } from './types.ts';

// Whoever holds the key has checked the id. It never leaves this module, so neither a subclass nor Reflect.construct
// makes a Link.
const KEY: unique symbol = Symbol('link');

/** A link inside a generic value: an id that is not text (contract, content §2). Frozen; only `link` and `decode` make one. */
export class Link {
  readonly #made = true;
  /** The id in its 59 characters. */
  readonly id: AnyId;
  /** Which of the two kinds of id it is. */
  readonly profile: Profile;

  constructor(key: typeof KEY, id: AnyId, profile: Profile) {
    if (key !== KEY) throw new TypeError('a Link is made by link(id)');
    this.id = id;
    this.profile = profile;
    Object.freeze(this);
  }

  /** Whether the value is a Link that this library made; a look-alike, a copy or a Proxy is not. */
  static is(value: unknown): value is Link {
    return typeof value === 'object' && value !== null && #made in value;
  }

  /** In JSON a link is its text (contract, content §1). */
  toJSON(): string {
    return this.id;
  }
}
Object.freeze(Link.prototype);
Object.freeze(Link);

/** The link to an id, frozen. Throws TypeError for what is no id of either profile. */
export function link(id: AnyId): Link {
  const profile = profileOf(id);
  if (profile === undefined) throw new TypeError('a link wants a ContentId or a RawContentId');
  return new Link(KEY, id, profile);
}

/** As `link`, for an id that has been checked already. */
export function linkTo(id: AnyId, profile: Profile): Link {
  return new Link(KEY, id, profile);
}
