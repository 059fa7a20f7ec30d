import { createHash } from 'node:crypto';
import { isString } from '../json/field.ts';
import { endOf, type Scanned, startOf } from '../json/tape.ts';
import { loneSurrogatesIn } from '../json/units.ts';
import { textOf } from '../json/value.ts';
import type { Span } from '../types.ts';
import { textsIn } from './blocks.ts';
import { found } from './keys.ts';

/** A message in the queue: not decided yet, delivered in mid-turn, not delivered so, or not decided in time. */
export interface Enqueued {
  /** The value of its text, relative to the record's bytes; null when it has none, and nothing can have been shown. */
  readonly context: { readonly path: string; readonly span: Span } | null;
  /** How many escapes of half a surrogate pair stand in it. */
  readonly loneSurrogates: number;
  /** What stands for its text when it is compared. */
  readonly mark: string | null;
  state: 'undecided' | 'delivered' | 'beside' | 'late';
}

/**
 * The queue of messages typed while the model is at work (§2, rule 4): first in, first out. A message that a `remove`
 * takes out was delivered in mid-turn, unless a user record before the `remove` has the same text.
 *
 * Such a user record may stand anywhere before, so the text of each is remembered, as a mark of bounded length.
 */
export class MessageQueue {
  readonly #said = new Set<string>();
  readonly #waiting: Enqueued[] = [];
  #first = 0;

  /** Takes a text of a user record. */
  heard(text: string): void {
    this.#said.add(markOf(text));
  }

  /** Puts the message of an `enqueue` at the end; `record` has been read over it. */
  put(scanned: Scanned): Enqueued {
    const message = enqueuedIn(scanned);
    this.#waiting.push(message);
    return message;
  }

  /** The first message leaves by `dequeue`: it comes as a user record of its own, if at all. */
  dequeue(): void {
    settle(this.#take(), 'beside');
  }

  /** All messages go back to the person who typed them. */
  popAll(): void {
    while (this.#first < this.#waiting.length) {
      this.dequeue();
    }
  }

  /** The first message leaves by `remove`. True when it was delivered, and that comes too late to count. */
  remove(): boolean {
    const message = this.#take();
    if (message === undefined || message.context === null || this.#said.has(message.mark ?? '')) {
      settle(message, 'beside');
      return false;
    }
    const isLate = message.state === 'late';
    settle(message, 'delivered');
    return isLate;
  }

  #take(): Enqueued | undefined {
    const message = this.#waiting[this.#first];
    if (message !== undefined) {
      this.#first += 1;
      if (this.#first * 2 > this.#waiting.length) {
        this.#waiting.splice(0, this.#first);
        this.#first = 0;
      }
    }
    return message;
  }
}

function settle(message: Enqueued | undefined, state: 'delivered' | 'beside'): void {
  if (message?.state === 'undecided') {
    message.state = state;
  }
}

/** A message is a text, or blocks of which one is. */
function enqueuedIn(scanned: Scanned): Enqueued {
  const content = found('content');
  const texts = isString(scanned, content) ? [content] : textsIn(scanned, content);
  if (texts.length === 0) {
    return { context: null, loneSurrogates: 0, mark: null, state: 'undecided' };
  }
  const span = Object.freeze({ start: startOf(scanned.tape, content), end: endOf(scanned.tape, content) });
  const [only] = texts;
  return {
    context: Object.freeze({ path: 'content', span }),
    loneSurrogates: scanned.surrogates ? loneSurrogatesIn(scanned.bytes, span.start, span.end) : 0,
    mark: texts.length === 1 && only !== undefined ? markOf(textOf(scanned, only)) : null,
    state: 'undecided',
  };
}

/** Shorter texts stand for themselves: most are, and a hash takes longer than all else of a prompt. */
const SHORT = 256;

/** What stands for a text; equal for equal texts, lone surrogates and all, and for no other that anyone could find. */
function markOf(text: string): string {
  if (text.length <= SHORT) {
    return `t${text}`;
  }
  return `h${createHash('sha256').update(text, 'utf16le').digest('base64')}`;
}
