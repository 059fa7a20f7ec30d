import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inShort, shown, tell } from '../claude-code/transcripts.ts';
import { holds } from '../documents.ts';

/** A step of a session: what happens, and what the two families write for it. */
type Step = { readonly kind: 'ask' | 'say' | 'call' | 'answer'; readonly text: string };

interface Written {
  readonly message: Readonly<Record<string, unknown>>;
  readonly producer: 'operator' | 'model' | 'tool';
  /** What the model sees of it. */
  readonly seen: unknown;
}

type Write = (step: Step, call: string) => Written;

const openai: Write = ({ kind, text }, call) => {
  switch (kind) {
    case 'ask':
      return { message: { role: 'user', content: text }, producer: 'operator', seen: text };
    case 'say':
      return { message: { role: 'assistant', content: text }, producer: 'model', seen: text };
    case 'call': {
      const calls = [{ id: call, type: 'function', function: { name: 'f', arguments: JSON.stringify({ text }) } }];
      return { message: { role: 'assistant', content: null, tool_calls: calls }, producer: 'model', seen: calls };
    }
    case 'answer':
      return { message: { role: 'tool', tool_call_id: call, content: text }, producer: 'tool', seen: text };
  }
};

const anthropic: Write = ({ kind, text }, call) => {
  const [role, block, producer] = {
    ask: ['user', { type: 'text', text }, 'operator'],
    say: ['assistant', { type: 'text', text }, 'model'],
    call: ['assistant', { type: 'tool_use', id: call, name: 'f', input: { text } }, 'model'],
    answer: ['user', { type: 'tool_result', tool_use_id: call, content: text }, 'tool'],
  }[kind] as [string, Readonly<Record<string, unknown>>, Written['producer']];
  return { message: { role, content: [block] }, producer, seen: [block] };
};

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom<Step['kind']>('ask', 'say', 'call', 'answer'),
    text: fc.string({ unit: 'grapheme', minLength: 1 }),
  }),
  { minLength: 1, maxLength: 16 },
);

describe.each([
  ['openai-messages', openai],
  ['anthropic-messages', anthropic],
] as const)('generated sessions of %s', (format, write) => {
  test('are told as they were made: who said what, and which calls and results do not pair', () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 200 }), fc.nat(3), (made, chunk, indent) => {
        // Something that only this family has, so that it is known.
        const all: readonly Step[] = [...made, { kind: 'call', text: 'x' }, { kind: 'answer', text: 'y' }];
        // Each answer is given to the latest call that is open; one without is given a name that no call has.
        const open: { record: number; call: string }[] = [];
        const unpaired: number[] = [];
        const messages = all.map((step, at) => {
          const call = `call-${at}`;
          if (step.kind === 'call') open.push({ record: at + 1, call });
          if (step.kind !== 'answer') return write(step, call);
          const answered = open.pop();
          if (answered === undefined) unpaired.push(at + 1);
          return write(step, answered?.call ?? call);
        });
        const file = Buffer.from(
          JSON.stringify(
            messages.map(({ message }) => message),
            null,
            indent,
          ),
        );
        const told = tell(file, chunk);
        holds(file, told);
        expect(told.reading.format).toBe(format);
        expect(told.records.slice(1).map((one) => [one.producer, JSON.parse(shown(one) ?? 'null')])).toEqual(
          messages.map(({ producer, seen }) => [producer, seen]),
        );
        const found = told.findings.map(inShort) as [string, number][];
        const of = (code: string): number[] => found.filter((one) => one[0] === code).map((one) => one[1]);
        expect(of('result-without-call')).toEqual(unpaired);
        expect(of('call-without-result').sort((a, b) => a - b)).toEqual(open.map(({ record }) => record));
        expect(found).toHaveLength(1 + unpaired.length + open.length);
      }),
      { seed: 12, numRuns: 200 },
    );
  });
});
