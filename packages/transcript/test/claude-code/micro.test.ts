import { describe, expect, test } from 'vitest';
import { attachment, boundary, call, departuresIn, inShort, line, result, system, tellLines } from './transcripts.ts';

const micro = (microcompactMetadata: unknown): string => system('microcompact_boundary', { microcompactMetadata });
const two = [call('t1', 'm1'), result('t1', 'a "b"'), call('t2', 'm2'), result('t2', [{ type: 'text', text: 'c' }])];
const found = (...lines: readonly string[]) =>
  tellLines(...lines)
    .findings.filter(({ code }) => code === 'compaction-unverifiable')
    .map(inShort);

describe('a micro-compaction', () => {
  test('takes the values that it names, as written, and a compaction later only what is around them', () => {
    const told = tellLines(...two, micro({ compactedToolIds: ['t2', 't1'], tokensSaved: 1 }), boundary());
    const [cleared, compacted] = departuresIn(told) as [unknown[], unknown[]];
    expect(cleared).toEqual([4, 'micro-compaction', 'harness', ['"a \\"b\\""', '[{"type":"text","text":"c"}]']]);
    expect(compacted[3]).toContain('[{"tool_use_id":"t1","type":"tool_result","content":|}]');
    expect(told.findings).toEqual([]);
  });

  test('leaves of a record with several results what is between them', () => {
    const both =
      '[{"type":"tool_result","tool_use_id":"t1","content":"x"},{"type":"tool_result","tool_use_id":"t2","content":"y"}]';
    const source = line({ type: 'user', message: { content: JSON.parse(both) } });
    const told = tellLines(
      call('t1', 'm'),
      call('t2', 'm'),
      source,
      micro({ compactedToolIds: ['t2'] }),
      micro({ compactedToolIds: ['t1'] }),
      boundary(),
    );
    const [, , last] = departuresIn(told) as [unknown, unknown, unknown[]];
    expect((last[3] as string[])[2]).toBe(both.replace('"x"', '|').replace('"y"', '|'));
  });

  test('takes the active result of an id whose call was made again and not yet answered', () => {
    const told = tellLines(
      call('t1', 'm1'),
      result('t1', 'first'),
      call('t1', 'm2'),
      micro({ compactedToolIds: ['t1'] }),
    );
    expect(departuresIn(told)).toEqual([[3, 'micro-compaction', 'harness', ['"first"']]]);
  });

  test('takes of two results of one call the later first, and then the earlier', () => {
    const told = tellLines(
      call('t1', 'm1'),
      result('t1', 'earlier'),
      result('t1', 'later'),
      micro({ compactedToolIds: ['t1'] }),
      micro({ compactedToolIds: ['t1'] }),
      micro({ compactedToolIds: ['t1'] }),
    );
    expect(departuresIn(told)).toEqual([
      [3, 'micro-compaction', 'harness', ['"later"']],
      [4, 'micro-compaction', 'harness', ['"earlier"']],
    ]);
  });

  test('takes an attachment whole', () => {
    const file = attachment('file');
    const { uuid }: { uuid: string } = JSON.parse(file);
    expect(departuresIn(tellLines(...two, file, micro({ clearedAttachmentUUIDs: [uuid] })))).toEqual([
      [5, 'micro-compaction', 'harness', ['{"type":"file"}']],
    ]);
  });

  test.each([
    [
      'an id that is none of a result',
      { compactedToolIds: ['t1', 'no'] },
      { key: 'microcompactMetadata.compactedToolIds', count: 1 },
    ],
    ['an id twice', { compactedToolIds: ['t1', 't1'] }, { key: 'microcompactMetadata.compactedToolIds', count: 1 }],
    [
      'an attachment that is gone',
      { clearedAttachmentUUIDs: ['no'] },
      { key: 'microcompactMetadata.clearedAttachmentUUIDs', count: 1 },
    ],
    [
      'another size',
      { compactedToolIds: ['t1'], tokensSaved: 9 },
      { key: 'microcompactMetadata.tokensSaved', stated: 9, counted: 1 },
    ],
    ['a list that is none', { compactedToolIds: 't1' }, { key: 'microcompactMetadata.compactedToolIds', count: null }],
  ])('says when it names %s', (_name, metadata, facts) => {
    expect(found(...two, micro(metadata))).toEqual([['compaction-unverifiable', 4, facts]]);
    expect(found(...two, micro({ compactedToolIds: ['t1'], tokensSaved: 3 }))).toEqual([]);
  });
});
