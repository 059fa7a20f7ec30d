import type { RawContentId } from '@ken/address';
import { type KnownSource, knownSource } from '@ken/kernel';
import type { Objects } from './objects.ts';
import { Recent } from './recent.ts';
import { refused, type SessionResult } from './refusal.ts';

/** Sources that were hashed as they came, and need not be read and hashed again when some of them leaves soon after. */
export class KnownSources {
  readonly #objects: Pick<Objects, 'get'>;
  readonly #known = new Recent<RawContentId, KnownSource>();

  constructor(objects: Pick<Objects, 'get'>) {
    this.#objects = objects;
  }

  /** Hashes and copies the bytes of a source; gives its id. */
  hold(bytes: Uint8Array): RawContentId {
    const known = knownSource(bytes);
    this.#known.add(known.id, known);
    return known.id;
  }

  /** The source under an id, read again where it is no longer remembered. Refused with `run/missing-object`. */
  async get(id: RawContentId): Promise<SessionResult<KnownSource>> {
    const known = this.#known.get(id);
    if (known !== undefined) return { ok: true, value: known };
    const bytes = await this.#objects.get(id);
    if (bytes === undefined) return refused('run/missing-object', { id });
    const read = knownSource(bytes);
    this.#known.add(id, read);
    return { ok: true, value: read };
  }
}
