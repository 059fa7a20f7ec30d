import { indexReceipts } from '@ken/frontier';
import { describe, expect, test } from 'vitest';
import { authority, goal, itemOf, receipt, refused, stateOf } from './goal.ts';

const withRows = (...rows: unknown[]): string => stateOf(goal({ receipts: rows }));
const withFields = (fields: object, rest: object = {}): string =>
  stateOf(goal({ authority_registry: authority(fields), ...rest }));

test('control: read in its revision behind an open boundary is current', () => {
  expect(withRows(receipt())).toBe('current');
});

describe('the order of the rules', () => {
  test('what is absent from authority is missing, and keeps hint, receipt and observed revision', () => {
    const item = itemOf(
      goal({
        todos: { material_refs: [{ id: 'gone', required_revision: '9' }] },
        receipts: [receipt({ material_id: 'gone', outcome: 'unavailable' })],
      }),
      'gone',
    );
    expect(item).toMatchObject({
      state: 'missing',
      required_revision: '9',
      observed_revision: '1',
      receipt_ref: 'material_receipt:r1',
    });
  });

  test.each(['public', 'PUBLIC_SAFE', ' public '])('the boundary %j is readable everywhere', (boundary) => {
    expect(withFields({ boundary })).toBe('current');
  });

  test('another boundary is readable only where it is available, in any case and spacing', () => {
    expect(withFields({ boundary: 'Team X' })).toBe('inaccessible');
    expect(withFields({ boundary: 'Team X' }, { available_boundaries: 'team  x ' })).toBe('current');
    expect(withFields({ boundary: 'Team X' }, { available_boundaries: ['y', 'TEAM X'] })).toBe('current');
    expect(withFields({ boundary: 'Team X' }, { available_boundaries: ['team'] })).toBe('inaccessible');
  });

  test('an omitted boundary is inaccessible, whatever is available', () => {
    for (const boundary of [undefined, null, '', ' ']) {
      expect(withFields({ boundary }, { available_boundaries: ['', 'public', 'undefined', 'null'] })).toBe(
        'inaccessible',
      );
    }
  });

  test.each(
    'blocked denied forbidden missing_authority owner_gate owner_review_required private_read_required unavailable user_gate'.split(
      ' ',
    ),
  )('the gate %s blocks, and no other does', (gate) => {
    expect(withFields({ gate_status: ` ${gate.toUpperCase()} ` })).toBe('inaccessible');
    expect(withFields({ gate_status: `${gate}x` })).toBe('current');
  });

  test('a matching receipt of the outcome unavailable is inaccessible, unless a later one read it', () => {
    const gone = receipt({ receipt_id: 'r2', outcome: 'Unavailable', recorded_at: '2026-07-18T00:00:01Z' });
    expect(withRows(receipt(), gone)).toBe('inaccessible');
    expect(withRows(gone, receipt({ recorded_at: '2026-07-18T00:00:02Z' }))).toBe('current');
  });

  test('inaccessible comes before unread, and unread before stale', () => {
    expect(withFields({ boundary: 'x' }, { receipts: null })).toBe('inaccessible');
    expect(withFields({ freshness: 'stale' }, { receipts: null })).toBe('required_unread');
    expect(withFields({ freshness: 'stale' })).toBe('stale');
  });

  test.each(['needs_refresh', 'outdated', 'stale', 'unknown'])(
    'the freshness %s is stale; status counts without one',
    (word) => {
      expect(withFields({ freshness: ` ${word.toUpperCase()}` })).toBe('stale');
      expect(withFields({ status: word })).toBe('stale');
      expect(withFields({ freshness: '', status: word })).toBe('stale');
      expect(withFields({ freshness: 'fresh', status: word })).toBe('current');
    },
  );

  test('another revision than the required one is stale; authority’s counts before the hint', () => {
    const hinted = (revision: unknown, hint: unknown): string =>
      withFields({ revision }, { todos: { todo_id: 't', material_refs: [{ id: 'm', required_revision: hint }] } });
    expect(hinted('1', '2')).toBe('current');
    expect(hinted('2', '1')).toBe('stale');
    expect(hinted(null, '1')).toBe('current');
    expect(hinted(null, '2')).toBe('stale');
    expect(hinted(null, null)).toBe('stale');
  });

  test('a change of authority’s revision makes an older receipt stale', () => {
    expect(withFields({ revision: '1' })).toBe('current');
    expect(withFields({ revision: '2' })).toBe('stale');
  });

  test('a number stands for its JSON text on either side', () => {
    expect(withFields({ revision: 1 })).toBe('current');
    expect(withFields({ revision: '1' }, { receipts: [receipt({ observed_revision: 1 })] })).toBe('current');
    expect(withFields({ revision: 1.5 })).toBe('stale');
    expect(refused(goal({ authority_registry: authority({ revision: Number.NaN }) }))).toBe(
      'not-text at authority_registry.project_materials.m.revision',
    );
  });
});

describe('a receipt matches', () => {
  test.each([
    ['schema_version', ['material_usage_receipt_v1', ' material_usage_receipt_v0', null]],
    ['goal_id', ['g2', 'g ', 'G', null]],
    ['agent_id', ['b', 'a ', 'A', null]],
    ['material_id', ['m2', ' m', 'M', null]],
    ['todo_id', ['t2', 't ', null]],
    ['receipt_id', ['', ' ', null]],
    ['outcome', ['reads', 'skipped', '', null, true]],
    ['recorded_at', ['yesterday', '2026-02-30', '', null, 20260718]],
  ] as const)('only with its %s', (field, others) => {
    for (const value of others) expect(withRows(receipt({ [field]: value }))).toBe('required_unread');
    expect(withRows(receipt())).toBe('current');
  });

  test.each(['read', 'used', 'verified', ' READ '])('with the outcome %j', (outcome) => {
    expect(withRows(receipt({ outcome }))).toBe('current');
  });

  test('of any todo where the item has none', () => {
    expect(stateOf(goal({ todos: { material_refs: ['m'] }, receipts: [receipt({ todo_id: 'zzz' })] }))).toBe('current');
  });

  test('a row that is no object is ignored', () => {
    expect(withRows(null, 4, 'x', [], true, receipt())).toBe('current');
    for (const receipts of [4, 'x', true, {}, [null]]) expect(stateOf(goal({ receipts }))).toBe('required_unread');
  });

  test('one row may stand for the list', () => {
    expect(stateOf(goal({ receipts: receipt() }))).toBe('current');
  });
});

describe('of several matching receipts', () => {
  const revisionOf = (...rows: object[]): string | undefined =>
    itemOf(goal({ receipts: rows.map((row) => receipt(row)) })).observed_revision;

  test('the latest by instant wins, across offsets and to the microsecond', () => {
    const early = { recorded_at: '2026-07-18T02:00:00+03:00', observed_revision: 'old' };
    const late = { recorded_at: '2026-07-17T23:00:00.000001Z', observed_revision: 'new' };
    expect([revisionOf(early, late), revisionOf(late, early)]).toEqual(['new', 'new']);
  });

  test('a tie goes to the greater receipt_id by code point, then to the earlier row', () => {
    const low = { receipt_id: '\ue000', observed_revision: 'low' };
    const high = { receipt_id: '\u{1f600}', observed_revision: 'high' };
    expect([revisionOf(low, high), revisionOf(high, low)]).toEqual(['high', 'high']);
    const beyond = { recorded_at: '2026-07-18T00:00:00.0000001Z', observed_revision: 'first' };
    expect(revisionOf(beyond, { observed_revision: 'second' })).toBe('first');
    expect(revisionOf({ observed_revision: 'second' }, beyond)).toBe('second');
  });

  test('the id of each is checked, and revision and time of the chosen one only', () => {
    const later = { receipt_id: 'r2', recorded_at: '2026-07-19' };
    const of = (first: object): object => goal({ receipts: [receipt(first), receipt(later)] });
    expect(refused(of({ receipt_id: '/home/a/b' }))).toBe('unsafe-text at receipts[0].receipt_id');
    expect(refused(of({ receipt_id: ['x'] }))).toBe('not-text at receipts[0].receipt_id');
    expect(stateOf(of({ observed_revision: '/home/a/b' }))).toBe('current');
    expect(stateOf(of({ recorded_at: `2026-07-18T00:00:00.${'1'.repeat(200)}Z` }))).toBe('current');
    expect(refused(goal({ receipts: [receipt({ observed_revision: '/home/a/b' })] }))).toBe(
      'unsafe-text at receipts[0].observed_revision',
    );
    expect(refused(goal({ receipts: [receipt({ recorded_at: `2026-07-18T00:00:00.${'1'.repeat(200)}Z` })] }))).toBe(
      'too-long at receipts[0].recorded_at',
    );
  });

  test('a receipt that does not match is not checked', () => {
    expect(withRows(receipt({ agent_id: 'b', receipt_id: '/home/a/b' }), receipt())).toBe('current');
  });

  test('the time is the receipt’s own text, collapsed', () => {
    expect(itemOf(goal({ receipts: [receipt({ recorded_at: ' 2026-07-18  02:00+02:00 ' })] })).last_verified_at).toBe(
      '2026-07-18 02:00+02:00',
    );
  });
});

describe('an index of receipts', () => {
  test('is built once and serves the frontiers of many agents', () => {
    const index = indexReceipts([receipt(), receipt({ agent_id: 'b', observed_revision: '0' })]);
    expect(stateOf(goal({ receipts: index }))).toBe('current');
    expect(stateOf(goal({ receipts: index, agent_id: 'b' }))).toBe('stale');
    expect(stateOf(goal({ receipts: index, agent_id: 'c' }))).toBe('required_unread');
  });

  test('takes rows from a generator', () => {
    function* rows(): Generator<unknown> {
      yield null;
      yield receipt();
    }
    expect(stateOf(goal({ receipts: indexReceipts(rows()) }))).toBe('current');
  });

  test('keeps nothing of the rows that a later change could reach', () => {
    const row = { ...receipt() };
    const index = indexReceipts([row]);
    row['observed_revision'] = 'other';
    expect(stateOf(goal({ receipts: index }))).toBe('current');
  });
});
