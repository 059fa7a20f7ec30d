import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const at = (path: string): string => fileURLToPath(new URL(`../examples/${path}`, import.meta.url));

interface Block {
  readonly type: string;
  readonly id?: string;
  readonly tool_use_id?: string;
}

interface Entry {
  readonly type: string;
  readonly subtype?: string;
  readonly uuid?: string;
  readonly parentUuid?: string | null;
  readonly isCompactSummary?: boolean;
  readonly message?: { readonly role: string; readonly content: string | readonly Block[] };
}

const text = readFileSync(at('session.jsonl'), 'utf8');
const records = text
  .trimEnd()
  .split('\n')
  .map((line): Entry => JSON.parse(line));
const shownIn = (part: readonly Entry[]): string => JSON.stringify(part.map(({ message }) => message?.content));

describe('the example session', () => {
  it('comes out the same, byte for byte, when the work in it is done again', () => {
    const made = spawnSync(process.execPath, [at('make-example.mjs'), '--print'], { encoding: 'utf8' });
    expect(made.stderr).toBe('');
    expect(made.stdout).toBe(text);
  });

  it('is one chain of records in which every tool call has its result', () => {
    const seen = new Set<string | null | undefined>([null]);
    const open = new Set<string | undefined>();
    for (const { uuid, parentUuid, message } of records) {
      if (uuid === undefined) continue;
      expect(seen).toContain(parentUuid);
      expect(seen).not.toContain(uuid);
      seen.add(uuid);
      if (typeof message?.content !== 'object') continue;
      for (const block of message.content) {
        if (block.type === 'tool_use') open.add(block.id);
        if (block.type === 'tool_result') expect(open.delete(block.tool_use_id)).toBe(true);
      }
    }
    expect(seen.size).toBeGreaterThan(50);
    expect(open.size).toBe(0);
  });

  it('has one compaction, whose summary lost the figure and the condition that the operator gave', () => {
    const boundaries = records.flatMap(({ subtype }, n) => (subtype === 'compact_boundary' ? [n] : []));
    expect(boundaries).toHaveLength(1);
    const [boundary = 0] = boundaries;
    expect(records[boundary + 1]?.isCompactSummary).toBe(true);
    const [before, summary] = [shownIn(records.slice(0, boundary)), shownIn(records.slice(boundary + 1, boundary + 2))];
    for (const said of ['a page takes 47 entries at most', 'keeps exactly its two parameters']) {
      expect(before).toContain(said);
      expect(shownIn(records.slice(boundary))).not.toContain(said);
    }
    expect(summary).toContain('about 50 entries');
    expect(summary).not.toContain('47');
  });

  it('names no place but the project that it speaks of', () => {
    const roots = [...text.matchAll(/(?<![\w.*/])\/(\w+)\//g)].map(([, root]) => root);
    expect(roots).toContain('project');
    expect(new Set(roots)).toEqual(new Set(['project']));
  });
});
