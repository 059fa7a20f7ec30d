// What SQLite alone takes for the records of a session, in the commits of a store and as durable: what no store over it goes below.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { MIB } from './material.mjs';
import { median, report } from './measure.mjs';
import { session } from './session.mjs';

const SIZE = 32 * MIB;
const ROUNDS = 5;
const COMMIT_BYTES = 8 * MIB;
const PAGES = [4096, 16_384];
/** A record is one object; its event, the unit that it leaves as and the event of that are small ones. */
const ROWS = [1, 4];
const SMALL = randomBytes(300);

const lines = session(SIZE).toString('utf8').split('\n').filter(Boolean);
const records = lines.map((line) => Buffer.from(line));
const ids = records.map(() =>
  Array.from({ length: Math.max(...ROWS) }, () => randomBytes(30).toString('hex').slice(0, 59)),
);

/** The processor time of a run, in milliseconds. */
const timed = (run) => {
  const began = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
};

const written = (rows, pageSize) => {
  const folder = mkdtempSync(join(tmpdir(), 'ken-bench-'));
  try {
    return timed(() => {
      const db = new Database(join(folder, 'rows.db'));
      db.pragma(`page_size = ${pageSize}`);
      db.pragma('journal_mode = WAL');
      db.pragma('synchronous = FULL');
      db.exec('CREATE TABLE object (number INTEGER PRIMARY KEY, id TEXT NOT NULL, bytes BLOB NOT NULL) STRICT');
      db.exec('CREATE INDEX place ON object (substr(id, 4, 1) || substr(id, 8, 10))');
      const put = db.prepare('INSERT INTO object (id, bytes) VALUES (?, ?)');
      let pending = 0;
      db.exec('BEGIN');
      for (const [at, bytes] of records.entries()) {
        for (let row = 0; row < rows; row += 1) put.run(ids[at][row], row === 0 ? bytes : SMALL);
        pending += bytes.length + (rows - 1) * SMALL.length;
        if (pending < COMMIT_BYTES) continue;
        db.exec('COMMIT; BEGIN');
        pending = 0;
      }
      db.exec('COMMIT');
      db.close();
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const parse = () => {
  for (const bytes of records) JSON.parse(bytes.toString('utf8'));
};

process.stdout.write(
  `sqlite: ${records.length} records of ${SIZE / MIB} MiB as rows, in the speed of JSON.parse over them\n`,
);
timed(parse);
for (const pageSize of PAGES)
  for (const rows of ROWS) {
    const ratios = Array.from({ length: ROUNDS }, () => timed(parse) / written(rows, pageSize));
    report(`${rows} ${rows === 1 ? 'row' : 'rows'} a record, pages of ${pageSize} bytes`, median(ratios));
  }
