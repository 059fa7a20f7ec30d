import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { recognise } from '../../src/index.ts';
import { inShort, tellLines } from '../claude-code/transcripts.ts';
import { item, meta, prompt, size } from './transcripts.ts';

describe('the run', () => {
  const of = (...lines: readonly string[]) => tellLines(...lines).reading.identity();

  test('is that of the header, by its id, and is called what the header calls the session', () => {
    expect(of(meta('run'))).toEqual({ key: 'codex:run', label: 'run', follows: null });
    expect(of(meta('run', { session_id: 'session' }))).toEqual({ key: 'codex:run', label: 'session', follows: null });
    expect(of('{"id":"old","timestamp":"t","instructions":null}')).toMatchObject({ key: 'codex:old' });
  });

  test('is that of the first header, where the session was forked from another', () => {
    expect(of(meta('fork'), meta('origin'), item(prompt('a')))).toMatchObject({ key: 'codex:fork' });
  });

  test('of a file without a header is named by what the model saw first, however the file goes on', () => {
    const first = { content: [{ text: 'a', type: 'input_text' }], role: 'user', type: 'message' };
    const { findings, reading } = tellLines(size(1, 1), item(prompt('a')));
    const canonical = '{"content"[{"text""a""type""input_text"}]"role""user""type""message"}';
    const digest = createHash('sha256').update(canonical).digest('hex');
    expect(reading.identity()).toEqual({ key: `codex:sha256-${digest}`, label: null, follows: null });
    expect(of(size(2, 2), item(first), item(prompt('b')))).toEqual(reading.identity());
    expect(of(item(prompt('b')))).not.toEqual(reading.identity());
    expect(findings.map(({ code }) => code)).toContain('starts-mid-session');
  });

  test('is not known before the header was read, or the file has ended', () => {
    const recognised = recognise(Buffer.from(`${size(1, 1)}\n`), true);
    const reading = recognised.ok ? recognised.value.open() : undefined;
    expect(reading?.identity()).toBe(null);
    reading?.push(Buffer.from(`${item(prompt('a'))}\n`));
    expect(reading?.identity()).toBe(null);
    reading?.finish();
    expect(reading?.identity()).not.toBe(null);
    expect(of(size(1, 1))).toBe(null);
  });

  test('that starts in mid-session is found at the first record that can be read', () => {
    const found = (...lines: readonly string[]) => tellLines(...lines).findings.map(inShort);
    expect(found(item(prompt('a')), item(prompt('b')))).toEqual([['starts-mid-session', 0, {}]]);
    expect(found('{"torn":', item(prompt('a')))).toContainEqual(['starts-mid-session', 1, {}]);
    expect(found('{"torn":', meta(), item(prompt('a')))).toEqual([['torn-record', 0, { bytes: 8 }]]);
    expect(found(meta(), item(prompt('a')))).toEqual([]);
  });
});

describe('a reading', () => {
  test('names its format and its reader, and ends once', () => {
    const { reading } = tellLines(meta());
    expect([reading.format, reading.reader]).toEqual(['codex', 'codex/1']);
    expect(() => reading.push(Buffer.from('{}'))).toThrow(TypeError);
    expect(() => reading.finish()).toThrow(TypeError);
  });
});
