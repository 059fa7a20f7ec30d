import { describe, expect, test } from 'vitest';
import { recognise } from '../../src/index.ts';
import { boundary, departuresIn, inShort, line, queue, shown, tellLines, user } from './transcripts.ts';

const prompt = user('hello', { uuid: 'q0', parentUuid: null });
const delivered = (...lines: readonly string[]) =>
  tellLines(...lines).records.flatMap((record) =>
    record.reason === 'queue-operation/delivered'
      ? [[record.index, shown(record), record.producer, record.context?.path]]
      : [],
  );

describe('a message from the queue', () => {
  test('that a remove takes out is context where it was put in, by the operator', () => {
    expect(delivered(prompt, queue('enqueue', 'x "y"'), user('z'), queue('remove'))).toEqual([
      [1, '"x \\"y\\""', 'operator', 'content'],
    ]);
  });

  test.each([
    ['taken out by dequeue', [queue('enqueue', 'x'), queue('dequeue')]],
    ['taken out by popAll', [queue('enqueue', 'x'), queue('popAll'), queue('remove')]],
    ['never taken out', [queue('enqueue', 'x'), user('z')]],
    ['without a text', [queue('enqueue'), queue('remove')]],
    ['said before', [user('x'), queue('enqueue', 'x'), queue('remove')]],
    [
      'said between, written otherwise',
      [
        queue('enqueue', 'x'),
        '{"type":"user","uuid":"e","message":{"content":[{"type":"text","text":"\\u0078"}]}}',
        queue('remove'),
      ],
    ],
  ])('is beside when %s', (_name, lines) => {
    expect(delivered(prompt, ...lines)).toEqual([]);
    expect(delivered(prompt, queue('enqueue', 'x'), queue('remove'), user('x'))).toHaveLength(1);
  });

  test('goes out first when it came in first', () => {
    const lines = [queue('enqueue', 'x'), queue('enqueue', 'y'), queue('dequeue'), queue('remove')];
    expect(delivered(prompt, ...lines).map((one) => one[0])).toEqual([2]);
  });

  test('is of no branch, counts at its place, and leaves with what is around it', () => {
    const rewound = tellLines(
      prompt,
      queue('enqueue', 'x'),
      user('b', { parentUuid: 'q0' }),
      queue('remove'),
      user('c', { parentUuid: 'q0' }),
    );
    expect(departuresIn(rewound)).toEqual([[4, 'branch', 'harness', ['"x"', '"b"']]]);
    expect(
      departuresIn(tellLines(prompt, queue('enqueue', 'x'), queue('remove'), user('c', { parentUuid: 'q0' }))),
    ).toEqual([]);
    expect(departuresIn(tellLines(prompt, queue('enqueue', 'x'), boundary(), queue('remove')))).toEqual([
      [2, 'compaction', 'harness', ['"hello"', '"x"']],
    ]);
  });

  test('that is decided after more than may be held counts as beside, and is found at its remove', () => {
    const recognised = recognise(Buffer.from(prompt), true);
    if (!recognised.ok) {
      throw new Error(recognised.refusal.code);
    }
    const reading = recognised.value.open();
    const push = (text: string) => reading.push(Buffer.from(`${text}\n`));
    const large = line({ type: 'progress', uuid: undefined, data: 'x'.repeat(8 * 1024 * 1024) });
    expect(push(`${prompt}\n${queue('enqueue', 'x')}`)).toHaveLength(1);
    const given = Array.from({ length: 8 }, () => push(large).length);
    expect(given).toEqual([0, 0, 0, 0, 0, 0, 0, 9]);
    const [removed] = push(queue('remove'));
    expect(removed?.findings.map(inShort)).toEqual([['queued-message-late', 10, {}]]);
  });
});
