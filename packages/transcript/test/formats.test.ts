import { describe, expect, test } from 'vitest';
import { recognise } from '../src/index.ts';
import { hasSamples, sample, samples, whenAbsent } from './samples.ts';

/** What each sample is, by its name; its name is not what it is recognised by. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^claude-/, 'claude-code'],
  [/^codex-/, 'codex'],
  [/^gemini-/, 'gemini'],
  [/^opencode-/, 'opencode'],
  [/^openai-/, 'openai-messages'],
  [/^anthropic-/, 'anthropic-messages'],
];

describe.skipIf(!hasSamples)(`every real sample is recognised as exactly its own format${whenAbsent}`, () => {
  test.each(samples)('%s', (name) => {
    const wanted = KINDS.find(([pattern]) => pattern.test(name))?.[1];
    const file = sample(name);
    for (const [head, complete] of [
      [file, true],
      [file.subarray(0, 1024 * 1024), false],
      [file.subarray(0, Math.ceil(file.length * 0.8)), false],
      [file.subarray(0, Math.ceil(file.length * 0.8)), true],
    ] as const) {
      const result = recognise(head, complete);
      expect(result.ok ? result.value.format : result.refusal).toBe(wanted);
    }
  });
});
