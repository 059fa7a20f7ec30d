import { rawContentId } from '@ken/address';
import { deliveryRun, openTranscript, readsOf, sealSessions } from '@ken/session';
import { openMemoryStore } from '@ken/store';
import { describe, expect, test } from 'vitest';
import { haveSamples, sample } from './samples.ts';

const must = <T>(result: { ok: true; value: T } | { ok: false; refusal: { code: string } }): T => {
  if (!result.ok) throw new Error(result.refusal.code);
  return result.value;
};

interface File {
  readonly content: string;
  readonly startLine: number;
  readonly numLines: number;
  readonly totalLines: number;
  readonly filePath: string;
}

/** The reads of a file by its lines alone, without this program's reader. */
const counted = (file: Buffer) => {
  const results: { shown: string; file: File }[] = [];
  for (const line of file.toString().split('\n')) {
    if (!line.includes('"numLines"')) continue;
    const record = JSON.parse(line);
    const [block] = record.message.content;
    if (record.toolUseResult?.file !== undefined && block.is_error !== true)
      results.push({ shown: block.content, file: record.toolUseResult.file });
  }
  return results;
};

describe.skipIf(!haveSamples)('the reads of real sessions (skipped without ../shared/transcripts)', () => {
  test.each([
    ['claude-one-compaction.jsonl', 3, 1],
    ['claude-microcompact.jsonl', 55, 1],
    ['claude-unpaired.jsonl', 15, 6],
  ])('%s: %i reads, of which %i are whole, and every one of them is re-computed', async (name, all, whole) => {
    const file = sample(name);
    const expected = counted(file);
    expect(expected).toHaveLength(all);
    const store = openMemoryStore();
    const source = {
      async *open(start = 0, end = file.length) {
        yield new Uint8Array(file.subarray(start, end));
      },
    };
    const [session] = must(await sealSessions(store, must(await openTranscript(source))));
    if (session === undefined) throw new Error('no session');
    const run = must(await deliveryRun(store, session.head)).run;
    const seen = run.seen.filter(({ part }) => part !== null);
    expect(
      seen.map(({ path, part, content, length }) => ({
        path,
        from: part?.from,
        to: part?.to,
        total: part?.total,
        content,
        length,
      })),
    ).toEqual(
      expected.map(({ shown, file: { filePath, startLine, numLines, totalLines, content } }) => ({
        path: filePath,
        from: startLine,
        to: startLine + numLines - 1,
        total: totalLines,
        content: rawContentId(new TextEncoder().encode(content)),
        length: Buffer.byteLength(shown),
      })),
    );
    expect(run.seen.filter(({ odd }) => odd)).toEqual([]);
    const wholes = expected.filter((one) => one.file.numLines === one.file.totalLines);
    expect(wholes).toHaveLength(whole);
    const { reads } = readsOf(run, []);
    const revisions = new Set(reads.map((read) => read.revision));
    for (const one of wholes) expect(revisions).toContain(rawContentId(new TextEncoder().encode(one.file.content)));
  });
});
