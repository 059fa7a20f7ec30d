import type { Piece } from '../document/piece.ts';
import { beside, type Place, type Said, type Teller } from '../document/telling.ts';
import type { Finding } from '../findings.ts';
import type { RunIdentity } from '../types.ts';
import { Drafter } from './drafter.ts';
import { Settling } from './settling.ts';

export const FORMAT = 'codex';
const READER = 'codex/1';

/** Codex CLI (§3): each line is drafted while its skeleton lasts and settled at once. */
export class CodexTeller implements Teller {
  readonly format = FORMAT;
  readonly reader = READER;
  /** Old files do not; the drafter says it of these. */
  readonly recordsLosses = true;
  readonly #drafter = new Drafter();
  readonly #settling = new Settling();

  tell({ object }: Piece, place: Place): Said {
    return object === null ? beside('torn') : this.#settling.settle(this.#drafter.draft(object, place));
  }

  ended(records: number): readonly Finding[] {
    this.#drafter.ended();
    return this.#settling.ended(records);
  }

  /** By the first header with an id; a file without any gets one when it has ended, if the model saw something of it. */
  identity(): RunIdentity | null {
    return this.#drafter.identity();
  }
}
