import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = readFileSync(`${root}docs/threat-model.md`, 'utf8');
const [, rows = ''] = /^## Holds\n([\s\S]*?)^## /m.exec(page) ?? [];

/** The lines of the table: what is meant, what holds, and the test that holds it. */
const lines = rows
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| against'))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')));

describe('the threat model', () => {
  test('has lines, and each names a test', () => {
    expect(lines.length).toBeGreaterThan(20);
    for (const line of lines) expect(line).toHaveLength(3);
  });

  test.each(lines.map(([against = '', , held = '']) => [against, held]))('against %s: its test is there', (_, held) => {
    const [, file = '', name = ''] = /^([^:]+): (.+)$/.exec(held) ?? [];
    expect(existsSync(`${root}${file}`), file).toBe(true);
    expect(readFileSync(`${root}${file}`, 'utf8'), file).toContain(name);
  });
});
