import fc from 'fast-check';

/**
 * Sessions that are made up together with what is true of them: a second implementation of the rules, over texts and in
 * two passes where the reader has bytes and one. A session is a list of small numbers, so that a failing one shrinks.
 */

const OPS = [
  'prompt',
  'calls',
  'attachment',
  'progress',
  'compact',
  'micro',
  'clear',
  'rewind',
  'enqueue',
  'dequeue',
  'remove',
  'popAll',
  'side',
  'repeat',
] as const;

export type Op = readonly [op: (typeof OPS)[number], pick: number];

export const session: fc.Arbitrary<readonly Op[]> = fc.array(fc.tuple(fc.constantFrom(...OPS), fc.nat({ max: 11 })), {
  maxLength: 40,
  size: 'max',
});

/** What is true of one record. */
export interface Truth {
  context: string | null;
  producer: string | null;
  chain: string | null;
  reason?: string;
  /** Why something left, who decided, and the record and pieces of text of each part. */
  left: readonly unknown[];
}

interface Active {
  readonly record: number;
  readonly uuid: string | null;
  pieces: readonly string[];
  readonly isPrompt?: boolean;
  readonly isAttachment?: boolean;
  values?: Map<string, string>;
}

type Effect = (active: Active[], at: number) => readonly unknown[];

interface Made {
  readonly line: string;
  readonly truth: Truth;
  readonly uuid: string | null;
  readonly effect?: Effect;
  readonly enters?: Partial<Active>;
  /** What it does to the queue. */
  readonly queue?: 'enqueue' | 'dequeue' | 'remove' | 'popAll';
  /** The text that was said or put into the queue. */
  readonly said?: string;
}

const TEXTS = ['go on', 'stop "now"', 'né\n😀'] as const;
const partOf = ({ record, pieces }: Active): unknown => [record, pieces];

/** Builds the file of a session, and tells the truth about each of its records. */
export function build(ops: readonly Op[]): { readonly file: string; readonly truths: readonly Truth[] } {
  const made: Made[] = [];
  /** The tree as far as the builder needs it to make its choices: the active records that have a uuid. */
  let tree: Active[] = [];
  let tip: string | null = null;
  let lastSide: { readonly uuid: string; readonly chain: string } | null = null;

  const add = (
    fields: Readonly<Record<string, unknown>>,
    truth: Partial<Truth>,
    more: Partial<Pick<Made, 'effect' | 'enters' | 'queue' | 'said'>> = {},
    isInTree = true,
  ): string => {
    const uuid = `u${made.length}`;
    const own = isInTree ? { uuid, parentUuid: tip, isSidechain: false } : {};
    made.push({
      line: JSON.stringify({ ...own, sessionId: 's', ...fields }),
      truth: { context: null, producer: null, chain: null, left: [], ...truth },
      uuid: isInTree ? uuid : null,
      ...more,
    });
    if (typeof truth.context === 'string') {
      tree.push({ record: made.length - 1, uuid, pieces: [truth.context], ...more.enters });
    }
    if (isInTree) {
      tip = uuid;
    }
    return uuid;
  };
  const prompt = (text: string, fields: Readonly<Record<string, unknown>> = {}, effect?: Effect): void => {
    add(
      { type: 'user', message: { role: 'user', content: text }, permissionMode: 'default', ...fields },
      { context: JSON.stringify(text), producer: 'planContent' in fields ? 'harness' : 'operator' },
      { enters: { isPrompt: true }, said: text, ...(effect === undefined ? {} : { effect }) },
    );
  };
  const textAt = (pick: number): string => TEXTS[pick % TEXTS.length] ?? 'go on';

  const makers: Readonly<Record<Op[0], (pick: number) => void>> = {
    prompt: (pick) => prompt(pick < 6 ? textAt(pick) : `text ${made.length}`),
    calls: (pick) => {
      const count = 1 + (pick % 3);
      const answer = `m${made.length}`;
      const calls = Array.from({ length: count }, (_, at) => {
        const id = `${answer}-${at}`;
        const content = [{ type: 'tool_use', id, name: 'Read', input: {} }];
        const uuid = add(
          { type: 'assistant', message: { id: answer, role: 'assistant', content } },
          { context: JSON.stringify(content), producer: 'model' },
        );
        return { id, uuid };
      });
      for (const { id, uuid } of pick % 2 === 0 ? calls : calls.toReversed()) {
        const value = JSON.stringify(`result of ${id}\n${'x'.repeat(pick)}`);
        tip = uuid;
        const content = `[{"tool_use_id":"${id}","type":"tool_result","content":${value}}]`;
        add(
          { type: 'user', message: { role: 'user', content: JSON.parse(content) } },
          { context: content, producer: 'tool' },
          { enters: { values: new Map([[id, value]]) } },
        );
      }
    },
    attachment: (pick) => {
      const attachment = { type: 'file', n: pick };
      add(
        { type: 'attachment', attachment },
        { context: JSON.stringify(attachment), producer: 'harness' },
        { enters: { isAttachment: true } },
      );
    },
    progress: () => void add({ type: 'progress', data: { hookName: 'Stop' } }, {}),
    compact: (pick) => {
      const trigger = pick % 2 === 0 ? 'manual' : 'auto';
      tip = null;
      tree = [];
      add(
        { type: 'system', subtype: 'compact_boundary', compactMetadata: { trigger } },
        { producer: 'harness' },
        { effect: (active) => leaving('compaction', trigger === 'manual' ? 'user' : 'harness', active.splice(0)) },
      );
      add(
        { type: 'user', isCompactSummary: true, message: { role: 'user', content: 'summary' } },
        { context: '"summary"', producer: 'harness' },
        { said: 'summary' },
      );
    },
    micro: (pick) => {
      const named = tree.filter((entry) => entry.values?.size === 1).slice(0, 1 + (pick % 4));
      const ids = named.flatMap(({ values }) => [...(values?.keys() ?? [])]);
      const files = pick < 6 ? tree.filter((entry) => entry.isAttachment === true).slice(0, 1) : [];
      for (const entry of named) {
        entry.values = new Map();
      }
      tree = tree.filter((entry) => !files.includes(entry));
      const uuids = files.map(({ uuid }) => uuid);
      add(
        {
          type: 'system',
          subtype: 'microcompact_boundary',
          microcompactMetadata: { compactedToolIds: ids.toReversed(), clearedAttachmentUUIDs: uuids },
        },
        { producer: 'harness' },
        { effect: (active) => clearing(active, ids, uuids) },
      );
    },
    clear: (pick) => {
      tip = null;
      tree = [];
      const isTyped = pick % 2 === 0;
      prompt('a new plan', isTyped ? {} : { planContent: 'p' }, (active) =>
        leaving('clearing', isTyped ? 'user' : 'harness', active.splice(0)),
      );
    },
    rewind: (pick) => {
      const prompts = tree.filter((entry, at) => entry.isPrompt === true && at > 0);
      const chosen = prompts[pick % Math.max(1, prompts.length)];
      const before = chosen === undefined ? undefined : tree[tree.indexOf(chosen) - 1];
      if (before === undefined) {
        return;
      }
      const isResumed = pick % 3 === 0;
      if (isResumed) {
        add({ type: 'progress', data: { hookName: 'SessionStart:resume' } }, {});
      }
      tip = before.uuid;
      tree = tree.filter(({ record }) => record <= before.record);
      prompt(`instead ${made.length}`, {}, (active) => {
        const from = active.findIndex(({ record }) => record > before.record);
        const isInterrupted = isResumed && (active.at(-1)?.record ?? 0) < made.length;
        return leaving(isInterrupted ? 'branch' : 'rewind', isInterrupted ? 'harness' : 'user', active.splice(from));
      });
    },
    enqueue: (pick) => {
      const said = textAt(pick);
      add({ type: 'queue-operation', operation: 'enqueue', content: said }, {}, { queue: 'enqueue', said }, false);
    },
    dequeue: () => void add({ type: 'queue-operation', operation: 'dequeue' }, {}, { queue: 'dequeue' }, false),
    remove: () => void add({ type: 'queue-operation', operation: 'remove' }, {}, { queue: 'remove' }, false),
    popAll: () => void add({ type: 'queue-operation', operation: 'popAll' }, {}, { queue: 'popAll' }, false),
    side: (pick) => {
      const uuid = `u${made.length}`;
      const parentUuid = pick % 2 === 0 || lastSide === null ? tip : lastSide.uuid;
      const agentId = pick % 3 === 0 ? `agent${pick}` : undefined;
      const chain = agentId ?? (parentUuid !== null && parentUuid === lastSide?.uuid ? lastSide.chain : uuid);
      const fields = { uuid, parentUuid, isSidechain: true, agentId, type: 'user', message: { content: 'side' } };
      add(fields, { chain, reason: 'side-chain' }, {}, false);
      lastSide = { uuid, chain };
    },
    repeat: (pick) => {
      const known = made.filter(({ uuid }) => uuid !== null);
      const again = known[pick % known.length];
      if (again !== undefined) {
        made.push({
          line: again.line,
          truth: { context: null, producer: null, chain: null, left: [], reason: 'repeat' },
          uuid: null,
        });
      }
    },
  };
  prompt('hello');
  for (const [op, pick] of ops) {
    makers[op](pick);
  }
  return { file: made.map(({ line }) => `${line}\n`).join(''), truths: settle(made) };
}

/** The second pass: which messages were delivered is known, so the active records can be followed. */
function settle(made: readonly Made[]): readonly Truth[] {
  const delivered = deliveredIn(made);
  const active: Active[] = [];
  return made.map((one, record) => {
    const left = one.effect?.(active, record) ?? [];
    const truth: Truth = delivered.has(record)
      ? { ...one.truth, context: JSON.stringify(one.said), producer: 'operator', reason: 'queue-operation/delivered' }
      : { ...one.truth, left };
    if (truth.context !== null) {
      const values = one.enters?.values;
      active.push({
        ...one.enters,
        record,
        uuid: one.uuid,
        pieces: [truth.context],
        ...(values === undefined ? {} : { values: new Map(valuesIn(truth.context)) }),
      });
    }
    return truth;
  });
}

function valuesIn(content: string): [string, string][] {
  const blocks: { tool_use_id: string; content: string }[] = JSON.parse(content);
  return blocks.map((block) => [block.tool_use_id, JSON.stringify(block.content)]);
}

function deliveredIn(made: readonly Made[]): ReadonlySet<number> {
  const delivered = new Set<number>();
  let queue: number[] = [];
  for (const [record, { queue: operation }] of made.entries()) {
    if (operation === 'enqueue') {
      queue.push(record);
    } else if (operation === 'popAll') {
      queue = [];
    } else if (operation !== undefined) {
      const first = queue.shift();
      const wasSaid = made
        .slice(0, record)
        .some(({ said, queue: other }) => other === undefined && said === made[first ?? -1]?.said);
      if (operation === 'remove' && first !== undefined && !wasSaid) {
        delivered.add(first);
      }
    }
  }
  return delivered;
}

function leaving(cause: string, by: string, left: readonly Active[]): readonly unknown[] {
  return left.length === 0 ? [] : [[cause, by, left.map(partOf)]];
}

/** Takes values out of the records that hold them, and attachments whole. */
function clearing(active: Active[], ids: readonly string[], uuids: readonly (string | null)[]): readonly unknown[] {
  const parts: unknown[] = [];
  for (const entry of [...active]) {
    const id = ids.find((one) => entry.values?.has(one));
    const value = entry.values?.get(id ?? '');
    if (value !== undefined) {
      parts.push([entry.record, [value]]);
      entry.pieces = (entry.pieces[0] ?? '').split(value);
      entry.values = new Map();
    } else if (entry.uuid !== null && uuids.includes(entry.uuid)) {
      parts.push(partOf(entry));
      active.splice(active.indexOf(entry), 1);
    }
  }
  return parts.length === 0 ? [] : [['micro-compaction', 'harness', parts]];
}
