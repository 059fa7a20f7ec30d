import { describe, expect, test } from 'vitest';
import { findingCodes, messageOf } from '../src/index.ts';
import { boundary, call, line, result, summary, system, tellLines, user } from './claude-code/transcripts.ts';

const SECRET = 'sk-ant-api03-secret';
const PATH = '/home/someone/notes.md';

/** A file that gives many findings, with text that must not show in any message. */
const { findings } = tellLines(
  user(SECRET, { uuid: 'u', parentUuid: PATH }),
  user(PATH, { uuid: 'u' }),
  `{"torn":"${SECRET}`,
  line({ type: `${SECRET} ${PATH}` }),
  line({ type: 'new-type' }),
  `{"${SECRET}":1,"${SECRET}":2}`,
  boundary({ preservedMessages: { uuids: [PATH] } }),
  `${summary(SECRET)}${boundary()}`,
  user(SECRET, { parentUuid: SECRET }),
  result(SECRET, '\ud83d'),
  result(SECRET, PATH),
  system('microcompact_boundary', { microcompactMetadata: { compactedToolIds: [PATH], clearedAttachmentUUIDs: 1 } }),
  user(SECRET, { parentUuid: null }),
  user(SECRET, { uuid: 'v', parentUuid: null }),
  user(SECRET, { parentUuid: 'v' }),
  user(PATH, { parentUuid: 'v' }),
  call(SECRET, PATH),
  call(PATH, PATH),
  `\0\0${call(PATH, SECRET)}`,
);

const CODES = [
  'starts-mid-session',
  'record-repeated',
  'torn-record',
  'unknown-record-type',
  'duplicate-key',
  'compaction-unverifiable',
  'welded-records',
  'generated-from-generated',
  'parent-absent',
  'result-without-call',
  'result-repeated',
  'lone-surrogate',
  'context-cleared',
  'branch-abandoned',
  'call-id-repeated',
  'call-without-result',
  'nul-run',
] as const;

describe('a message', () => {
  test('exists for every code, also without the facts that this version gives', () => {
    expect(new Set(findings.map(({ code }) => code))).toEqual(new Set(CODES));
    for (const code of findingCodes) {
      expect(messageOf({ code, facts: {} })).not.toContain('newer');
    }
    expect(messageOf({ code: 'no-such-code', facts: {} })).toContain('newer');
  });

  test('is one sentence or two, made from facts, without text of the transcript', () => {
    for (const finding of findings) {
      const message = messageOf(finding);
      expect(message).toMatch(/^[A-Z0-9].*\.$/);
      expect(message).not.toContain('undefined');
      expect(`${message}${JSON.stringify(finding)}`).not.toContain(SECRET);
      expect(`${message}${JSON.stringify(finding)}`).not.toContain(PATH);
    }
  });

  test('names a type that is a name', () => {
    const [unnamed, named] = findings.filter(({ code }) => code === 'unknown-record-type').map(messageOf);
    expect(named).toContain('"new-type"');
    expect(unnamed).not.toContain('null');
  });

  test('tells a known depth from an unknown one', () => {
    const at = (depth: number | 'unknown'): string => messageOf({ code: 'generated-from-generated', facts: { depth } });
    expect(at(3)).toContain('3');
    expect(at('unknown')).toContain('not known');
  });

  test('names the summaries behind a summary', () => {
    const { findings: of } = tellLines(user('a'), boundary(), summary('s'), boundary(), summary('t'), boundary());
    expect(of.map(({ facts }) => facts['chain'])).toEqual(['2', '2, 4']);
    expect(of.map(messageOf).at(-1)).toContain('records 2, 4');
  });
});
