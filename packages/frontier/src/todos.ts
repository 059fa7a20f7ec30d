import { Faults } from './faults.ts';
import { TODO_FIELDS } from './names.ts';
import { isPlain, own } from './read.ts';
import { fold, LIMITS, readText } from './text.ts';

/** A todo as the projection shows it. Absent, blank and unsafe texts are left out. */
export interface CurrentTodo {
  readonly todo_id?: string;
  readonly goal_id?: string;
  readonly role?: string;
  readonly status?: string;
  readonly priority?: string;
  readonly text?: string;
}

/** A claimed todo with what ranks it. */
export interface ClaimedTodo {
  readonly agent: string;
  /** Empty where the todo names none. */
  readonly goal: string;
  readonly open: boolean;
  /** 0, 1, 2 for P0, P1, P2; 3 for any other. */
  readonly priority: number;
  readonly shown: CurrentTodo;
  readonly note: unknown;
}

const PRIORITIES = ['p0', 'p1', 'p2'];

/** Text of a document that never becomes an error: empty for what is absent or at fault. */
export function quietText(value: unknown, limit: number): string {
  return readText(value, '', limit, new Faults()) ?? '';
}

/** Reads one todo, or null where no agent claims it or it is a person's (`role` user). */
export function readTodo(item: unknown): ClaimedTodo | null {
  if (!isPlain(item)) return null;
  const agent = quietText(own(item, 'claimed_by'), LIMITS.id);
  if (agent === '' || fold(own(item, 'role')) === 'user') return null;
  const shown = Object.fromEntries(
    TODO_FIELDS.map((name) => [
      name,
      quietText(own(item, name), name.endsWith('_id') ? LIMITS.id : Number.POSITIVE_INFINITY),
    ]),
  );
  const rank = PRIORITIES.indexOf(fold(shown['priority']));
  return {
    agent,
    goal: shown['goal_id'] ?? '',
    open: fold(shown['status']) === 'open',
    priority: rank < 0 ? PRIORITIES.length : rank,
    shown: Object.freeze(Object.fromEntries(Object.entries(shown).filter(([, text]) => text !== ''))),
    note: own(item, 'handoff_note'),
  };
}

/** Whether one todo comes before another of the same agent: open first, then by priority. Equal keeps the first. */
export function comesBefore(a: ClaimedTodo, b: ClaimedTodo): boolean {
  return a.open === b.open ? a.priority < b.priority : a.open;
}
