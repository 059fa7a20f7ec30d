import type { ObjectId } from '@ken/store';
import { nearAndFar, type Objects } from './objects.ts';

const limitBytes = 32 * 1024 * 1024;

/** The objects seen lately, up to a number of bytes: what leaves a context is read again soon after it came. */
export class Recent {
  readonly #held = new Map<ObjectId, Uint8Array>();
  #bytes = 0;

  add(id: ObjectId, bytes: Uint8Array): void {
    if (bytes.length > limitBytes || this.#held.has(id)) return;
    this.#held.set(id, bytes);
    this.#bytes += bytes.length;
    for (const [oldest, held] of this.#held) {
      if (this.#bytes <= limitBytes) return;
      this.#held.delete(oldest);
      this.#bytes -= held.length;
    }
  }

  get(id: ObjectId): Uint8Array | undefined {
    return this.#held.get(id);
  }
}

/** Reads through what was seen lately. Its bytes are shared: nobody may write to them. */
export class Remembering implements Objects {
  readonly #objects: Objects;
  readonly #recent = new Recent();

  constructor(objects: Objects) {
    this.#objects = objects;
  }

  async get(id: ObjectId): Promise<Uint8Array | undefined> {
    const known = this.#recent.get(id);
    if (known !== undefined) return known;
    const bytes = await this.#objects.get(id);
    if (bytes !== undefined) this.#recent.add(id, bytes);
    return bytes;
  }

  async getMany(ids: readonly ObjectId[]): Promise<(Uint8Array | undefined)[]> {
    const found = await nearAndFar(ids, (id) => this.#recent.get(id), this.#objects);
    found.forEach((bytes, at) => {
      const id = ids[at];
      if (bytes !== undefined && id !== undefined) this.#recent.add(id, bytes);
    });
    return found;
  }
}
