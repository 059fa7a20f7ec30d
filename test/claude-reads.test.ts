import { rawContentId } from '@ken/address';
import { deliveryRun, readsOf } from '@ken/session';
import { describe, expect, test } from 'vitest';
import { haveSamples, sample } from './samples.ts';
import { must, sealed } from './sealing.ts';

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
    const { store, session } = await sealed(file);
    const { run } = must(await deliveryRun(store, session.head));
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
