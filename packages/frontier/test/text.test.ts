import { describe, expect, test } from 'vitest';
import { byCodePoint } from '../src/order.ts';
import { codePoints } from '../src/text.ts';
import { parseTime } from '../src/time.ts';
import { collapse } from '../src/white-space.ts';
import { authority, goal, itemOf, refusalOf, refused } from './goal.ts';

const purpose = (text: unknown): object =>
  goal({ todos: { todo_id: 't', material_refs: [{ id: 'm', purpose: text }] } });

describe('white space', () => {
  // White_Space of the Unicode data, and the four separators.
  const white = [9, 10, 11, 12, 13, 32, 0x85, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 28, 29, 30, 31];
  for (let code = 0x2000; code <= 0x200a; code += 1) white.push(code);

  test('each code unit is white space, or it is not', () => {
    for (let code = 0; code <= 0xffff; code += 1) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const text = `a${String.fromCharCode(code)}b`;
      expect(collapse(text), code.toString(16)).toBe(white.includes(code) ? 'a b' : text);
    }
  });

  test('runs collapse to one space, and the ends are trimmed', () => {
    expect(collapse(' \t a \u3000\u2028 b\u001c')).toBe('a b');
    expect([collapse(''), collapse(' \n'), collapse('a b')]).toEqual(['', '', 'a b']);
    expect(collapse('\ufeffa\u200bb\u180e')).toBe('\ufeffa\u200bb\u180e');
  });
});

describe('limits in code points, after white space is collapsed', () => {
  const places: readonly [string, number, (text: string) => object][] = [
    ['goal_id', 180, (text) => goal({ goal_id: text })],
    ['todos.todo_id', 180, (text) => goal({ todos: { todo_id: text } })],
    ['todos.material_refs[0].purpose', 220, (text) => purpose(text)],
    ['available_boundaries', 80, (text) => goal({ available_boundaries: text })],
    [
      'authority_registry.project_materials.m.revision',
      180,
      (text) => goal({ authority_registry: authority({ revision: text }) }),
    ],
    [
      'authority_registry.project_materials.m.boundary',
      80,
      (text) => goal({ authority_registry: authority({ boundary: text }) }),
    ],
    [
      'authority_registry.project_materials.m.gate_status',
      80,
      (text) => goal({ authority_registry: authority({ gate_status: text }) }),
    ],
  ];

  test.each(places)('%s takes %d and refuses one more', (path, limit, of) => {
    for (const letter of ['x', '\u{1f600}', 'é']) {
      expect(() => refused(of(` ${letter.repeat(limit)} `))).toThrow('admitted');
      const refusal = refusalOf(of(letter.repeat(limit + 1)));
      expect(`${refusal.code} ${refusal.path}`).toBe(`frontier/too-long ${path}`);
      expect([refusal.facts['limit'], refusal.facts['length']]).toEqual([limit, limit + 1]);
    }
  });

  test('a topic takes 120', () => {
    const of = (name: string): object =>
      goal({ authority_registry: authority({}, { topic_authority: { [name]: 'm' } }) });
    expect(itemOf(of('x'.repeat(120))).topics).toEqual(['x'.repeat(120)]);
    expect(refusalOf(of('x'.repeat(121))).code).toBe('frontier/too-long');
  });

  test('code points are counted, not code units', () => {
    expect([codePoints(''), codePoints('a\u{1f600}b'), codePoints('e\u0301')]).toEqual([0, 3, 2]);
  });
});

describe('text', () => {
  test.each([true, [], ['x'], { a: 1 }, Number.NaN, Number.POSITIVE_INFINITY, 'x\ud800', Symbol('x'), () => 1])(
    'what is no text is refused where text belongs (%#)',
    (value) => {
      expect(refused(purpose(value))).toBe('not-text at todos.material_refs[0].purpose');
    },
  );

  test('a number stands for its JSON text', () => {
    expect([7, 1.5, -0, 1e21, 12n].map((one) => itemOf(purpose(one)).purpose)).toEqual([
      '7',
      '1.5',
      '0',
      '1e+21',
      '12',
    ]);
  });

  test.each(['see /home/alice/x', 'café/home/x', 'C:\\x', 'Bearer abcdefghijklmnop', 'https://u:p@h/x'])(
    '%j is refused naming the field',
    (text) => {
      expect(refused(purpose(text))).toBe('unsafe-text at todos.material_refs[0].purpose');
    },
  );

  test.each(['https://example.com/home/user', 'bearer tokens are secret', 'ratio a:b /etc'])('%j passes', (text) => {
    expect(itemOf(purpose(text)).purpose).toBe(text);
  });

  test('of authority’s fields those of reached materials are checked, and every id', () => {
    const of = (entry: object): object =>
      goal({ authority_registry: { project_materials: { m: { revision: '1', boundary: 'public' }, x: entry } } });
    expect(itemOf(of({ revision: '/home/a/b', gate_status: true })).state).toBe('current');
    expect(refused(of({ id: '/home/a/b' }))).toBe('unsafe-text at authority_registry.project_materials.x.id');
    for (const field of ['revision', 'boundary', 'gate_status', 'freshness', 'status']) {
      expect(refused(goal({ authority_registry: authority({ [field]: '/home/a/b' }) }))).toBe(
        `unsafe-text at authority_registry.project_materials.m.${field}`,
      );
    }
  });
});

describe('times', () => {
  test.each([
    '2026-07-19',
    '2024-02-29',
    '2000-02-29',
    '2026-07-19T00:00',
    '2026-07-19t23:59:59',
    '2026-07-19 00:00:00.5z',
    '2026-07-19T00:00:00.1234567+14:00',
    '2026-07-19Z',
  ])('%s is a time', (text) => {
    expect(parseTime(text)).not.toBeNull();
    expect(itemOf(goal({ generated_at: text })).state).toBe('current');
  });

  test.each([
    '2026-02-29',
    '1900-02-29',
    '2026-13-01',
    '2026-00-01',
    '2026-01-00',
    '2026-04-31',
    '2026-7-9',
    '2026-07-19T24:00',
    '2026-07-19T00:60',
    '2026-07-19T00:00:60Z',
    '2026-07-19T00',
    '2026-07-19T00:00.5',
    '2026-07-19T00:00:00.Z',
    '2026-07-19T00:00:00+0200',
    '2026-07-19T00:00:00+24:00',
    '2026-07-19T00:00:00+00:60',
    '2026-07-19T00:00:00ZZ',
    '2026-07-19 00:00:00 Z',
    '20260719',
    '1752883200',
    'yesterday',
    '٢٠٢٦-07-19',
  ])('%s is none', (text) => {
    expect(parseTime(text)).toBeNull();
    expect(refused(goal({ generated_at: text }))).toBe('bad-timestamp at generated_at');
  });

  test('instants agree with the calendar of the language over nine thousand years', () => {
    for (let year = 1; year <= 9999; year += 7) {
      for (const day of ['01-01', '02-28', '03-01', '12-31']) {
        const text = `${String(year).padStart(4, '0')}-${day}T12:34:56-01:30`;
        expect(parseTime(text)?.seconds).toBe(Date.parse(text) / 1000);
      }
    }
  });

  test.each([
    ['2026-07-19T00:00:00.5Z', 500_000],
    ['2026-07-19T00:00:00.1234567+01:00', 123_456],
    ['2026-07-19 00:00:00.000001', 1],
    ['2026-07-19T00:00:00', 0],
    ['2026-07-19', 0],
  ])('%s has %d microseconds', (text, micros) => {
    expect(parseTime(text)?.micros).toBe(micros);
  });

  test('an offset is taken off, with a time and without', () => {
    const hours = (text: string): number =>
      ((parseTime(text)?.seconds ?? 0) - (parseTime('2026-07-19')?.seconds ?? 0)) / 3600;
    expect(['2026-07-19+02:00', '2026-07-19T00:00-02:30', '2026-07-19 03:00:00.5+14:00'].map(hours)).toEqual([
      -2, 2.5, -11,
    ]);
  });

  test('a packet keeps its own time as text, collapsed', () => {
    expect(itemOf(goal({ generated_at: ' 2026-07-19  00:00 ' })).state).toBe('current');
  });
});

test('texts are ordered by code point', () => {
  const list = ['', 'a', 'aa', 'b', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '\u{10000}a', '\u{1f600}'];
  for (const [at, left] of list.entries()) {
    for (const [other, right] of list.entries())
      expect(Math.sign(byCodePoint(left, right))).toBe(Math.sign(at - other));
  }
});
