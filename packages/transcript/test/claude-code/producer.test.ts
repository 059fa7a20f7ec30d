import { describe, expect, test } from 'vitest';
import { assistant, attachment, line, system, tellLines, user } from './transcripts.ts';

const producerOf = (source: string): string | null | undefined => tellLines(user('first'), source).records[1]?.producer;

const typed = { thinkingMetadata: {} };
const result = [{ type: 'tool_result', tool_use_id: 't', content: 'x' }];

describe('who made a record, by its own claim', () => {
  test.each([
    ['a typed prompt with thinking metadata', user('x', typed), 'operator'],
    ['a typed prompt with a permission mode', user('x', { permissionMode: 'default' }), 'operator'],
    ['a typed prompt with todos', user('x', { todos: [] }), 'operator'],
    ['typed blocks', user([{ type: 'text', text: 'x' }], typed), 'operator'],
    ['a text that nobody is seen to type', user('x'), 'harness'],
    ['a meta text', user('x', { ...typed, isMeta: true }), 'harness'],
    ['a summary', user('x', { ...typed, isCompactSummary: true }), 'harness'],
    ['a plan in the place of a prompt', user('x', { ...typed, planContent: 'p' }), 'harness'],
    ['a prompt that is said not to be meta', user('x', { ...typed, isMeta: false }), 'operator'],
    ['a tool result', user(result, typed), 'tool'],
    ['an answer', assistant([{ type: 'text', text: 'x' }]), 'model'],
    ['an error in the place of an answer', assistant([], { isApiErrorMessage: true }), 'harness'],
    ['a local command', system('local_command', { content: 'x' }), 'harness'],
    ['an attachment', attachment('file'), 'harness'],
    ['progress', line({ type: 'progress' }), null],
  ])('%s', (_name, source, producer) => {
    expect(producerOf(source)).toBe(producer);
  });
});

describe('generated text that a tool delivers', () => {
  const called = (name: string): string => assistant([{ type: 'tool_use', id: 't', name, input: {} }]);
  const generatedBy = (...lines: readonly string[]) => tellLines(user('first'), ...lines).records.at(-1)?.generated;

  test.each(['Task', 'Agent', 'TaskOutput', 'WebFetch'])('is named after %s', (name) => {
    expect(generatedBy(called(name), user(result))).toBe(name);
  });

  test('is not what other tools deliver', () => {
    expect(generatedBy(called('Bash'), user(result))).toBeNull();
  });

  test('is told by the call, which one record may make and another answer among others', () => {
    const two = [{ type: 'tool_result', tool_use_id: 'other' }, ...result];
    expect(generatedBy(called('Task'), user('between'), user(two))).toBe('Task');
    expect(generatedBy(called('Task'), user([{ type: 'tool_result', tool_use_id: 'other' }]))).toBeNull();
  });

  test('is not a call, nor a text in the place of a result', () => {
    expect(generatedBy(called('Task'))).toBeNull();
    expect(generatedBy(called('Task'), user('t'))).toBeNull();
  });
});
