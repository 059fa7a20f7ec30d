import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ContentId, contentId } from '@ken/address';
import { openSqliteStore } from '@ken/store';
import { describe, expect, test } from 'vitest';
import { example, idsIn, ken, sealedExample } from './ken.ts';

const lost: ContentId = contentId(new TextEncoder().encode('an object that nobody holds'));

/** Points a branch at an object that the store does not hold. */
const loseBranch = async (path: string, branch: string): Promise<void> => {
  const store = await openSqliteStore(path, { mode: 'write' });
  await store.commit({ objects: [], heads: [{ branch, expected: null, next: lost }] });
  await store.close();
};

const list = (cwd: string) => {
  const json = ken(['sessions', '--store', 'store.db', '--json'], { cwd });
  const text = ken(['sessions', '--store', 'store.db'], { cwd });
  expect(text.exit).toBe(json.exit);
  expect(idsIn(text.out)).toEqual(idsIn(json.out));
  return { exit: json.exit, text: text.out, ...JSON.parse(json.out) };
};

describe('the list of sessions', () => {
  test('says how each begins and how much was found; a run with one branch has no number', () => {
    const { cwd, session } = sealedExample();
    const { exit, text, sessions, damaged } = list(cwd);
    expect(exit).toBe(0);
    expect(damaged).toEqual([]);
    expect(sessions).toMatchObject([{ head: session.head, findings: 0 }]);
    expect(sessions[0].first_prompt).toBe(session.departures[0].said[0].preview);
    expect(text).toMatch(/\n {2}claude-code, last .* UTC, \d+ records, .*, 29 units left out, 0 findings\n {2}bafy/);
    expect(text.split('\n').every((line: string) => line.length <= 100)).toBe(true);
    expect(text).toContain(`\n  ${sessions[0].first_prompt.slice(0, 60)}`);
    expect(text).not.toContain('#1');
  });

  test('has the sessions of every agent, what went on last first; one that tells no time comes behind', () => {
    const { cwd } = sealedExample();
    const gemini = (at: string): string =>
      JSON.stringify({
        sessionId: at,
        projectHash: 'p',
        messages: [1, 2].map((id) => ({ id: `${id}`, timestamp: `${at}T10:0${id}:00Z`, type: 'user', content: 'hi' })),
      });
    writeFileSync(join(cwd, 'late.json'), gemini('2099-01-01'));
    writeFileSync(join(cwd, 'early.json'), gemini('1999-01-01'));
    writeFileSync(join(cwd, 'none.jsonl'), '{"session":"none","role":"operator","text":"hi"}\n');
    ken(['seal', 'early.json', 'none.jsonl', 'late.json', '--store', 'store.db'], { cwd });
    const { text, sessions } = list(cwd);
    expect(sessions.map(({ format }: { format: string }) => format)).toEqual([
      'gemini',
      'claude-code',
      'gemini',
      'plain',
    ]);
    expect(sessions[0]).toMatchObject({ first_at: '2099-01-01T10:01:00.000Z', last_at: '2099-01-01T10:02:00.000Z' });
    expect(sessions[3]).toMatchObject({ first_at: null, last_at: null });
    expect(text).toContain('2099-01-01 10:02 ');
  });

  test('numbers the branches of a run that has several', () => {
    const { cwd } = sealedExample();
    // Goes on differently after its fortieth record.
    const lines = readFileSync(example, 'utf8').trimEnd().split('\n');
    writeFileSync(join(cwd, 'other.jsonl'), [...lines.slice(0, 40), ...lines.slice(42)].join('\n'));
    expect(ken(['seal', 'other.jsonl', '--store', 'store.db'], { cwd }).exit).toBe(0);
    const { text, sessions } = list(cwd);
    expect(sessions).toHaveLength(2);
    expect(text).toMatch(/ #1\n/);
    expect(text).toMatch(/ #2\n/);
  });

  test('goes on past a branch whose head is lost, names it with its code, and exits 1', async () => {
    const { cwd, session } = sealedExample();
    await loseBranch(join(cwd, 'store.db'), 'claude-code:0#1');
    const { exit, text, sessions, damaged } = list(cwd);
    expect(exit).toBe(1);
    expect(sessions).toMatchObject([{ head: session.head }]);
    expect(damaged).toMatchObject([{ branch: 'claude-code:0#1', head: lost, code: 'run/missing-object' }]);
    expect(text).toContain('DAMAGED run/missing-object');
  });

  test('shows a branch whose first record was changed on the disk, and says that it is damaged', () => {
    const { cwd, session } = sealedExample();
    const file = readFileSync(join(cwd, 'store.db'));
    const words = 'The tests fail since Friday';
    expect(file.includes(words)).toBe(true);
    for (let at = file.indexOf(words); at !== -1; at = file.indexOf(words)) file.write('Tho', at);
    writeFileSync(join(cwd, 'store.db'), file);
    const { exit, sessions, damaged } = list(cwd);
    expect(exit).toBe(1);
    expect(sessions).toMatchObject([{ head: session.head, first_prompt: null }]);
    expect(damaged).toMatchObject([{ head: session.head, code: 'store/corrupt' }]);
  });
});
