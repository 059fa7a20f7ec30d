/**
 * A second opinion on what a sound Claude Code transcript holds: by lines and JSON.parse, without spans, in the
 * contract's own words. It knows nothing of damage.
 */

interface Line {
  readonly type?: string;
  readonly subtype?: string;
  readonly uuid?: string;
  readonly parentUuid?: string | null;
  readonly isSidechain?: boolean;
  readonly isMeta?: boolean;
  readonly isCompactSummary?: boolean;
  readonly isApiErrorMessage?: boolean;
  readonly message?: { readonly content?: unknown };
  readonly content?: unknown;
  readonly compactMetadata?: { readonly trigger?: string };
  readonly microcompactMetadata?: { readonly compactedToolIds?: readonly string[] };
  readonly planContent?: unknown;
  readonly thinkingMetadata?: unknown;
  readonly permissionMode?: unknown;
  readonly todos?: unknown;
}

/** What is to be counted, over a whole file. */
export interface Count {
  records: number;
  context: number;
  beside: number;
  contextBytes: number;
  /** Each time that something left: why, who decided, how many spans and bytes, and how deep the summary is. */
  departures: { cause: string; by: string; spans: number; bytes: number; depth: number | 'unknown' | null }[];
  producers: Record<string, number>;
  generated: number;
  key: string | null;
  midSession: boolean;
}

interface Active {
  bytes: number;
  depth: number | 'unknown' | null;
  /** How many values were cleared from it, each of them inside. */
  holes: number;
  results: ReadonlyMap<string, unknown>;
}

/** Counts a file of sound lines, in which no branch was abandoned. */
export function independentCount(file: string): Count {
  const lines = file.split('\n').filter((text) => text.trim() !== '');
  const parsed = lines.map((text) => JSON.parse(text) as Line);
  const uuids = parsed.flatMap(({ uuid }) => uuid ?? []);
  const first = parsed.find(({ uuid }) => uuid !== undefined);
  const midSession = typeof first?.parentUuid === 'string';
  const toolOf = new Map(
    parsed.flatMap(blocksOf).flatMap((block) => (block.type === 'tool_use' ? [[block.id, block.name]] : [])),
  );
  const count: Count = {
    records: parsed.length,
    context: 0,
    beside: 0,
    contextBytes: 0,
    departures: [],
    producers: {},
    generated: 0,
    key: uuids[0] === undefined ? null : `claude-code:${uuids[0]}`,
    midSession,
  };
  let active: Active[] = [];
  let depth: number | 'unknown' = midSession ? 'unknown' : 1;
  const leave = (cause: string, leaving: readonly Active[], at: Active['depth'], trigger?: string): void => {
    count.departures.push({
      cause,
      by: trigger === 'manual' ? 'user' : 'harness',
      spans: leaving.reduce((sum, { holes }) => sum + holes + 1, 0),
      bytes: leaving.reduce((sum, entry) => sum + entry.bytes, 0),
      depth: at,
    });
  };
  for (const [index, line] of parsed.entries()) {
    const repeats = line.uuid !== undefined && parsed.findIndex(({ uuid }) => uuid === line.uuid) < index;
    const content = repeats || line.isSidechain === true ? undefined : contentOf(line);
    const isRoot =
      line.uuid !== undefined && line.parentUuid === null && line.subtype !== 'compact_boundary' && active.length > 0;
    if (content === undefined) {
      count.beside += 1;
      if (isRoot) {
        leave('clearing', active, null);
        active = [];
      }
    } else {
      const bytes = Buffer.byteLength(JSON.stringify(content));
      count.context += 1;
      count.contextBytes += bytes;
      if (isRoot) {
        leave('clearing', active, null);
        active = [];
      }
      active.push({
        bytes,
        depth: line.isCompactSummary === true ? depth : null,
        holes: 0,
        results: new Map(blocksOf(line).map((block) => [block.tool_use_id ?? '', block.content])),
      });
      const producer = producerOf(line);
      count.producers[producer] = (count.producers[producer] ?? 0) + 1;
      const tools = blocksOf(line).flatMap((block) =>
        block.type === 'tool_result' ? [toolOf.get(block.tool_use_id)] : [],
      );
      count.generated += tools.some((tool) => ['Task', 'Agent', 'TaskOutput', 'WebFetch'].includes(tool ?? '')) ? 1 : 0;
    }
    if (line.subtype === 'microcompact_boundary') {
      let bytes = 0;
      for (const id of line.microcompactMetadata?.compactedToolIds ?? []) {
        const holder = active.findLast(({ results }) => results.has(id));
        const length = Buffer.byteLength(JSON.stringify(holder?.results.get(id)));
        bytes += length;
        if (holder !== undefined) {
          holder.bytes -= length;
          holder.holes += 1;
        }
      }
      const spans = line.microcompactMetadata?.compactedToolIds?.length ?? 0;
      count.departures.push({ cause: 'micro-compaction', by: 'harness', spans, bytes, depth: null });
    }
    if (line.subtype === 'compact_boundary') {
      const summaries = active.flatMap((entry) => entry.depth ?? []);
      const known = summaries.filter((one) => one !== 'unknown');
      depth = midSession ? 'unknown' : 1 + Math.max(0, ...known);
      leave('compaction', active, summaries.length > 0 ? depth : null, line.compactMetadata?.trigger);
      active = [];
    }
  }
  return count;
}

interface Block {
  readonly type: string;
  readonly id?: string;
  readonly name?: string;
  readonly tool_use_id?: string;
  readonly content?: unknown;
}

function blocksOf({ message }: Line): readonly Block[] {
  return Array.isArray(message?.content) ? (message.content as Block[]) : [];
}

function contentOf(line: Line): unknown {
  if (line.type === 'user' || line.type === 'assistant') {
    return line.isApiErrorMessage === true ? undefined : (line.message?.content ?? undefined);
  }
  return line.type === 'system' && line.subtype === 'local_command' ? line.content : undefined;
}

function producerOf(line: Line): string {
  if (line.type !== 'user') {
    return line.type === 'assistant' ? 'model' : 'harness';
  }
  if (blocksOf(line).some(({ type }) => type === 'tool_result')) {
    return 'tool';
  }
  const typed = 'thinkingMetadata' in line || 'permissionMode' in line || 'todos' in line;
  const made = line.isMeta === true || line.isCompactSummary === true || 'planContent' in line;
  return typed && !made ? 'operator' : 'harness';
}
