import { describe, expect, test } from 'vitest';
import { messageOf } from '../src/index.ts';
import { boundary, line, summary, tellLines, user } from './claude-code/transcripts.ts';

const SECRET = 'sk-ant-api03-secret';
const PATH = '/home/someone/notes.md';

/** A file that gives every finding there is, with text that must not show in any message. */
const { findings } = tellLines(
  user(SECRET, { uuid: 'u', parentUuid: PATH }),
  user(PATH, { uuid: 'u' }),
  `{"torn":"${SECRET}`,
  line({ type: `${SECRET} ${PATH}` }),
  line({ type: 'new-type' }),
  `{"${SECRET}":1,"${SECRET}":2}`,
  boundary({ preservedMessages: { uuids: [PATH] } }),
  `${summary(SECRET)}${boundary()}`,
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
] as const;

describe('a message', () => {
  test('exists for every code', () => {
    expect(new Set(findings.map(({ code }) => code))).toEqual(new Set(CODES));
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
});
