import fc from 'fast-check';
import { call, event, item, line, message, meta, output, prompt, sealed } from './transcripts.ts';

/**
 * Sessions that are made up together with what is true of them: a second implementation of the rules, over texts and
 * lists where the reader has bytes and digests. A session is a list of small numbers, so that a failing one shrinks.
 */

const OPS = ['prompt', 'injected', 'thought', 'calls', 'event', 'compact', 'sealed', 'unlisted', 'rollback'] as const;

export type Op = readonly [op: (typeof OPS)[number], pick: number];

export const session: fc.Arbitrary<readonly Op[]> = fc.array(fc.tuple(fc.constantFrom(...OPS), fc.nat({ max: 63 })), {
  maxLength: 30,
  size: 'max',
});

/** What is true of one record. */
export interface Truth {
  context: string | null;
  producer: string | null;
  /** Why something left, who decided, and the record and pieces of text of each part. */
  left: readonly unknown[];
}

type Value = Readonly<Record<string, unknown>>;

/** Characters of a record's context, from a place to before another. */
type Range = readonly [from: number, to: number];

interface Active {
  readonly value: Value;
  readonly isTurn: boolean;
  readonly record: number;
  readonly range: Range;
  copies: { readonly record: number; readonly range: Range }[];
}

/** What is in the context of a record, and what has left of it. */
interface Shown {
  readonly text: string;
  readonly isHistory: boolean;
  gone: Range[];
}

/** Builds the file of a session, and tells the truth about each of its records. */
export function build(ops: readonly Op[]): { readonly file: string; readonly truths: readonly Truth[] } {
  const lines: string[] = [meta()];
  const truths: Truth[] = [{ context: null, producer: null, left: [] }];
  const contexts = new Map<number, Shown>();
  let active: Active[] = [];

  const add = (source: string, truth: Partial<Truth>): number => {
    lines.push(source);
    truths.push({ context: null, producer: null, left: [], ...truth });
    return lines.length - 1;
  };
  const enter = (value: Value, producer: string): void => {
    const text = JSON.stringify(value);
    const record = add(item(value), { context: text, producer });
    contexts.set(record, { text, isHistory: false, gone: [] });
    active.push({ value, isTurn: producer === 'operator', record, range: [0, text.length], copies: [] });
  };

  /** Lets items leave, and copies with them: those of what leaves, or all. */
  const leave = (leaving: readonly Active[], allCopies: boolean): readonly unknown[] => {
    const ranges = new Map<number, Range[]>();
    const stays = active.filter((one) => !leaving.includes(one));
    for (const one of allCopies ? active : leaving) {
      const own = leaving.includes(one) ? [{ record: one.record, range: one.range }] : [];
      for (const { record, range } of [...own, ...one.copies]) {
        ranges.set(record, [...(ranges.get(record) ?? []), range]);
      }
      one.copies = [];
    }
    active = stays;
    return [...ranges.keys()]
      .toSorted((one, other) => one - other)
      .flatMap((record) => {
        const shown = contexts.get(record);
        if (shown === undefined) {
          return [];
        }
        const fresh = (ranges.get(record) ?? []).filter((range) => !shown.gone.includes(range));
        const isLast = shown.isHistory && !stays.some((one) => one.record === record);
        const pieces = isLast ? between(shown) : fresh.toSorted(([one], [other]) => one - other);
        shown.gone.push(...(isLast ? pieces : fresh));
        if (isLast) {
          contexts.delete(record);
        }
        return [[record, pieces.map(([from, to]) => shown.text.slice(from, to))]];
      });
  };

  const compact = (history: readonly Value[], isSealed: boolean): void => {
    const record = lines.length;
    const before = [...active];
    const found = history.map((value) => {
      const at = before.findIndex((one) => canonical(one.value) === canonical(value));
      return at < 0 ? undefined : before.splice(at, 1)[0];
    });
    const texts = history.map((value) => JSON.stringify(value));
    const whole = `[${texts.join(',')}]`;
    const freshAt = found.flatMap((one, at) => (one === undefined ? at : []));
    const parts = isSealed ? [] : leave(before, true);
    const one = freshAt.length === 1 ? texts[freshAt[0] ?? 0] : undefined;
    const context = freshAt.length === 0 ? null : (one ?? whole);
    if (context !== null) {
      contexts.set(record, { text: context, isHistory: one === undefined, gone: [] });
    }
    let at = 1;
    const order = history.map((value, index) => {
      const range: Range = one === undefined ? [at, at + (texts[index] ?? '').length] : [0, one.length];
      at = range[1] + 1;
      const kept = found[index];
      if (kept !== undefined) {
        kept.copies.push(...(freshAt.length > 1 ? [{ record, range }] : []));
        return kept;
      }
      const isTurn = value['role'] === 'user' && !JSON.stringify(value).includes('<environment_context>');
      return { value, isTurn, record, range, copies: [] };
    });
    active = isSealed ? [...active, ...order.filter((entry) => !active.includes(entry))] : order;
    const isKnown = context !== null;
    add(line('compacted', { message: 'm', replacement_history: JSON.parse(whole) }), {
      context,
      producer: isKnown ? 'harness' : null,
      left: parts.length === 0 ? [] : [['compaction', 'harness', parts]],
    });
  };

  /** The items that a compaction keeps, some written in another order of keys; a bare summary is no item. */
  const keeping = (pick: number): Value[] =>
    active.flatMap(({ value }, at) =>
      !('summaryOf' in value) && ((pick >> (at % 5)) & 1) === 1 ? [at % 2 === 0 ? value : reversed(value)] : [],
    );
  const news = (count: number): Value[] =>
    Array.from({ length: count }, (_, at) =>
      at % 2 === 0 ? prompt(`new ${lines.length}`) : message('developer', 'rules'),
    );

  const makers: Readonly<Record<Op[0], (pick: number) => void>> = {
    prompt: (pick) => enter(prompt(pick % 3 === 0 ? 'again' : `né "${lines.length}"\n😀`), 'operator'),
    injected: () => enter(prompt('<environment_context>/w</environment_context>'), 'harness'),
    thought: (pick) =>
      enter({ type: 'reasoning', id: `rs_${pick}`, summary: [], encrypted_content: `g${lines.length}` }, 'model'),
    calls: (pick) => {
      enter(call(`call_${pick % 4}`), 'model');
      enter(output(`call_${pick % 4}`, 'x'.repeat(pick)), 'tool');
    },
    event: () => void add(event('agent_message', { message: 'said again' }), {}),
    compact: (pick) => {
      const kept = keeping(pick);
      const fresh = news(pick % 4);
      compact(
        pick % 8 < 4 ? [...kept, ...fresh] : [...fresh.slice(0, 1), ...kept.toReversed(), ...fresh.slice(1)],
        false,
      );
    },
    sealed: (pick) => compact([...keeping(pick), ...news(pick % 3), sealed(`g${lines.length}`)], true),
    unlisted: (pick) => {
      const text = JSON.stringify(`summary ${pick}`);
      const record = add(line('compacted', { message: `summary ${pick}` }), { context: text, producer: 'harness' });
      contexts.set(record, { text, isHistory: false, gone: [] });
      active.push({ value: { summaryOf: record }, isTurn: false, record, range: [0, text.length], copies: [] });
    },
    rollback: (pick) => {
      const turns = 1 + (pick % 3);
      const starts = active.filter(({ isTurn }) => isTurn);
      const first = starts.at(-turns) ?? starts[0];
      const parts = first === undefined ? [] : leave(active.slice(active.indexOf(first)), false);
      add(event('thread_rolled_back', { num_turns: turns }), {
        left: parts.length === 0 ? [] : [['rewind', 'user', parts]],
      });
    },
  };
  makers.prompt(1);
  for (const [op, pick] of ops) {
    makers[op](pick);
  }
  return { file: lines.map((text) => `${text}\n`).join(''), truths };
}

/** What is left of a text between what has gone. */
function between({ text, gone }: Shown): Range[] {
  const left: Range[] = [];
  let at = 0;
  for (const [from, to] of [...gone.toSorted(([one], [other]) => one - other), [text.length, text.length] as const]) {
    if (from > at) {
      left.push([at, from]);
    }
    at = to;
  }
  return left;
}

function reversed(value: Value): Value {
  return Object.fromEntries(Object.entries(value).reverse());
}

function canonical(value: Value): string {
  return JSON.stringify(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
