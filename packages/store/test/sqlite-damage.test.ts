import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openSqliteStore, type Store, StoreError } from '../src/index.ts';
import { freshFolder } from './folder.ts';
import { bytesOf, expectFailure, headAt, raw, value } from './objects.ts';

const objects = Array.from({ length: 60 }, (_, n) => (n % 2 === 0 ? raw : value)(`object ${n} `.repeat(1 + 20 * n)));
const heads = ['a', 'b'].map((branch) => ({ branch, expected: null, next: headAt(branch) }));

const makeStore = async (path: string): Promise<Buffer> => {
  const store = await openSqliteStore(path, { mode: 'write' });
  await store.commit({ objects, heads });
  await store.close();
  return readFileSync(path);
};

const flip = (file: Buffer, text: string): void => {
  const at = file.indexOf(text);
  file[at] = (file[at] ?? 0) ^ 1;
};

describe('a byte flipped inside a stored object', () => {
  const [id, bytes] = raw('a stone that rolls');
  const [rotten] = raw('` stone that rolls');

  const damaged = async (): Promise<string> => {
    const path = join(freshFolder(), 'store.db');
    const store = await openSqliteStore(path, { mode: 'write' });
    await store.commit({ objects: [[id, bytes], raw('a stone that lies')] });
    await store.close();
    const file = readFileSync(path);
    flip(file, 'a stone that rolls');
    writeFileSync(path, file);
    return path;
  };

  it('is found when the object is read, and only that object is lost', async () => {
    const store = await openSqliteStore(await damaged(), { mode: 'read' });
    await expectFailure(store.get(id), 'store/corrupt', { id, declared: id, actual: rotten, held: 'stored' });
    expect(await store.get(raw('a stone that lies')[0])).toEqual(bytesOf('a stone that lies'));
    expect(await store.has(id)).toBe(true);
    await store.close();
  });

  it('is found when the object is read with others, and named', async () => {
    const store = await openSqliteStore(await damaged(), { mode: 'read' });
    const [other, itself] = raw('a stone that lies');
    await expectFailure(store.getMany([other, id, other]), 'store/corrupt', { id, declared: id, actual: rotten });
    expect(await store.getMany([other, other])).toEqual([itself, itself]);
    await store.close();
  });

  it('is found when the object is written again, and nothing of that commit is kept', async () => {
    const store = await openSqliteStore(await damaged(), { mode: 'write' });
    const again = store.commit({ objects: [raw('beside'), [id, bytes]] });
    await expectFailure(again, 'store/corrupt', { id, declared: id, actual: rotten, held: 'stored' });
    expect(await store.has(raw('beside')[0])).toBe(false);
    await store.commit({ objects: [raw('beside'), raw('a stone that lies')] });
    expect(await store.has(raw('beside')[0])).toBe(true);
    await store.close();
  });
});

it('finds a head that is no id any more', async () => {
  const path = join(freshFolder(), 'store.db');
  const file = await makeStore(path);
  // The row holds the branch name and then the id; only its index holds the name before something else.
  flip(file, `a${headAt('a')}`.slice(1));
  writeFileSync(path, file);
  const store = await openSqliteStore(path, { mode: 'read' });
  await expectFailure(store.head('a'), 'store/corrupt', { branch: 'a' });
  expect(await store.head('b')).toBe(headAt('b'));
  await store.close();
});

/** Reads everything: each object is right, reported as damaged, or not found; anything else fails the test. */
const readAll = async (path: string): Promise<number> => {
  let right = 0;
  const attempt = async (question: () => Promise<unknown>): Promise<void> => {
    try {
      await question();
    } catch (error) {
      expect(error).toBeInstanceOf(StoreError);
    }
  };
  await attempt(async () => {
    const store: Store = await openSqliteStore(path, { mode: 'read' });
    for (const [id, bytes] of objects)
      await attempt(async () => {
        const stored = await store.get(id);
        if (stored === undefined) return;
        expect(Buffer.compare(stored, bytes)).toBe(0);
        right += 1;
      });
    await attempt(() => store.head('a'));
    await attempt(() => store.resolve('', 1000));
    await attempt(() => store.stats());
    await store.close();
  });
  return right;
};

describe('a damaged file', () => {
  it('never gives wrong bytes or an error of SQLite, wherever bytes are changed', async () => {
    const folder = freshFolder();
    const path = join(folder, 'store.db');
    const file = await makeStore(path);
    expect(await readAll(path)).toBe(objects.length);
    const at = fc.oneof(fc.nat(120), fc.nat(3 * 4096), fc.nat(file.length - 1));
    let lost = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(at, fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 3 }),
        async (flips) => {
          const changed = Buffer.from(file);
          for (const [place, mask] of flips) changed[place] = (changed[place] ?? 0) ^ mask;
          writeFileSync(path, changed);
          if ((await readAll(path)) < objects.length) lost += 1;
        },
      ),
      { seed: 20261130, numRuns: 150 },
    );
    expect(lost).toBeGreaterThan(50);
  });

  it('never gives wrong bytes or an error of SQLite, wherever it was cut off', async () => {
    const path = join(freshFolder(), 'store.db');
    const file = await makeStore(path);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: file.length - 1 }), async (length) => {
        writeFileSync(path, file.subarray(0, length));
        expect(await readAll(path)).toBeLessThan(objects.length);
      }),
      { seed: 20261130, numRuns: 60 },
    );
  });

  it('is reported as damaged when it was cut off at a page', async () => {
    const path = join(freshFolder(), 'store.db');
    const file = await makeStore(path);
    writeFileSync(path, file.subarray(0, 2 * 4096));
    for (const mode of ['read', 'write'] as const)
      await expectFailure(openSqliteStore(path, { mode }), 'store/corrupt');
  });

  it('is reported as damaged when a table is gone', async () => {
    const path = join(freshFolder(), 'store.db');
    await makeStore(path);
    new Database(path).exec('DROP TABLE head').close();
    for (const mode of ['read', 'write'] as const)
      await expectFailure(openSqliteStore(path, { mode }), 'store/corrupt');
  });
});

it('keeps nothing of a commit that fails in the middle', async () => {
  const path = join(freshFolder(), 'store.db');
  const store = await openSqliteStore(path, { mode: 'write' });
  const [last] = raw('last');
  const other = new Database(path);
  other.exec(
    `CREATE TRIGGER fail BEFORE INSERT ON object WHEN new.id = '${last}' BEGIN SELECT RAISE(ABORT, 'no'); END`,
  );
  const commit = { objects: [raw('first'), raw('last')], heads: [{ branch: 'a', expected: null, next: headAt(1) }] };
  await expectFailure(store.commit(commit), 'store/corrupt');
  expect(await store.stats()).toEqual({ objects: 0, bytes: 0 });
  expect(await store.head('a')).toBeUndefined();
  other.exec('DROP TRIGGER fail');
  await store.commit(commit);
  expect(await store.stats()).toEqual({ objects: 2, bytes: 9 });
  other.close();
  await store.close();
});

describe('a value of another type than its column has', () => {
  /** Changes values past the types that the tables say: the schema is put back as it was. */
  const changeTypes = (path: string, table: string, change: string): void => {
    const db = new Database(path);
    db.unsafeMode(true);
    const made = db.prepare<[string], string>('SELECT sql FROM sqlite_schema WHERE name = ?').pluck().get(table) ?? '';
    const write = (sql: string): void => {
      db.pragma('writable_schema = ON');
      db.prepare('UPDATE sqlite_schema SET sql = ? WHERE name = ?').run(sql, table);
      db.pragma('writable_schema = RESET');
    };
    write(made.replace(/ STRICT$/, '').replaceAll(/ (?:TEXT|INTEGER|BLOB)(?= NOT NULL)/g, ''));
    db.exec(change);
    write(made);
    db.close();
  };

  it.each([
    ['head', 'a name that is bytes', 'UPDATE head SET branch = CAST(branch AS BLOB)'],
    ['head', 'a name that is a number', 'UPDATE head SET branch = 7'],
    ['head', 'a head that is bytes', 'UPDATE head SET id = CAST(id AS BLOB)'],
    ['log', 'a stream that is bytes', 'UPDATE log SET stream = CAST(stream AS BLOB)'],
    ['log', 'a writer that is a number', 'UPDATE log SET writer = 7'],
    ['log', 'a count that is text', "UPDATE log SET count = 'x'"],
    ['log', 'a count that is no whole number', 'UPDATE log SET count = 0.5'],
    ['log', 'an id that is a number', 'UPDATE log SET id = 1'],
    ['entry', 'a stream that is bytes', 'UPDATE entry SET stream = CAST(stream AS BLOB)'],
    ['entry', 'a sequence that is text', "UPDATE entry SET sequence = 'x'"],
    ['entry', 'a payload that is text', "UPDATE entry SET payload = 'x'"],
    ['collection', 'a count that is text', "UPDATE collection SET count = 'x'"],
    ['generation', 'a count that is text', "UPDATE generation SET count = 'x'"],
  ])('in %s, %s: every answer is as it was, or an error of the store', async (table, _, change) => {
    const path = join(freshFolder(), 'store.db');
    const writer = await openSqliteStore(path, { mode: 'write' });
    const entry = { stream: 's', writer: 'w', expected: null, payload: new Uint8Array([1]) };
    await writer.commit({
      objects: [raw('kept')],
      heads: [{ branch: 'main', expected: null, next: headAt(1) }],
      entries: [entry],
    });
    await writer.close();
    changeTypes(path, table, change);
    const store = await openSqliteStore(path, { mode: 'read' });
    const all = async <T>(list: AsyncIterable<T>): Promise<T[]> => {
      const found: T[] = [];
      for await (const one of list) found.push(one);
      return found;
    };
    const answers: readonly (readonly [ask: () => Promise<unknown>, whole: unknown])[] = [
      [() => all(store.branches()), [{ branch: 'main', head: headAt(1) }]],
      [() => store.head('main'), headAt(1)],
      [() => store.logHeads(), [expect.objectContaining({ stream: 's', writer: 'w', count: 1 })]],
      [() => all(store.entries('s', 'w')), [expect.objectContaining({ sequence: 0 })]],
      [() => store.collections(), 0],
      [() => store.generation(), 1],
    ];
    let odd = 0;
    for (const [ask, whole] of answers) {
      try {
        const answer = await ask();
        // What is looked for under its name and is not there is an answer too.
        if (answer === undefined || (Array.isArray(answer) && answer.length === 0)) odd += 1;
        else expect(answer).toEqual(whole);
      } catch (failure) {
        expect(failure).toMatchObject({ name: 'StoreError', code: 'store/corrupt' });
        odd += 1;
      }
    }
    const branches = await store.examineBranches();
    const logs = await store.examineLogs();
    const told = branches.some(({ head }) => head === null) || logs.some(({ fault }) => fault !== null);
    expect(odd).toBeGreaterThan(0);
    if (table !== 'collection' && table !== 'generation') expect(told).toBe(true);
    await store.close();
  });
});

// Of some numbers of objects the last page holds one, and nothing but zeros behind it.
it.each([3, 15, 16, 17, 18, 19, 60])(
  'a page that counts other rows than it has comes to an end, of %i objects',
  async (count) => {
    const path = join(freshFolder(), 'store.db');
    const made = await openSqliteStore(path, { mode: 'write' });
    await made.commit({
      objects: Array.from({ length: count }, (_, n) => raw(`object ${n} `.repeat(20))),
      heads,
    });
    await made.close();
    const whole = readFileSync(path);
    const pageSize = whole.readUInt16BE(16);
    const leafOfTable = 13;
    let damaged = 0;
    for (let page = 0; page * pageSize < whole.length; page += 1) {
      // The count of its cells stands behind its kind and its first free block; on the first page behind the file's header.
      const header = page * pageSize + (page === 0 ? 100 : 0);
      if (whole[header] !== leafOfTable) continue;
      const cells = header + 3;
      for (let bit = 0; bit < 16; bit += 1) {
        const file = Buffer.from(whole);
        const at = cells + (bit >> 3);
        file[at] = (file[at] ?? 0) ^ (1 << (bit & 7));
        writeFileSync(path, file);
        let store: Awaited<ReturnType<typeof openSqliteStore>>;
        try {
          store = await openSqliteStore(path, { mode: 'read' });
        } catch (failure) {
          expect(failure).toBeInstanceOf(StoreError);
          continue;
        }
        const told: string[] = [];
        let results = 0;
        for await (const one of store.examine()) {
          results += 1;
          if (one.ok) told.push(one.id);
          // Far more than a file of this size can hold: it does not end.
          if (results > whole.length) break;
        }
        await store.close();
        expect(results, `page ${page + 1}, bit ${bit}`).toBeLessThanOrEqual(whole.length);
        expect(new Set(told).size).toBe(told.length);
        damaged += results === count ? 0 : 1;
      }
    }
    expect(damaged).toBeGreaterThan(3);
  },
);
