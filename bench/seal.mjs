// Sealing a session, verifying it and giving its file back, against JSON.parse over the same lines.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chainTo, fileOf, openTranscript, sealTranscript, verifyObject } from '@ken/session';
import { openSqliteStore } from '@ken/store';
import { MIB, must } from './material.mjs';
import { median, report } from './measure.mjs';
import { session } from './session.mjs';

const SIZES = [8 * MIB, 32 * MIB];
const ROUNDS = 3;
const PIECE = MIB;

/** The processor time of one run in milliseconds, and what it gave. */
const timed = async (run) => {
  const began = process.cpuUsage();
  const value = await run();
  const { user, system } = process.cpuUsage(began);
  return { ms: (user + system) / 1000, value };
};

const fileOver = (bytes) => ({
  async *open(start = 0, end = bytes.length) {
    for (let at = start; at < end; at += PIECE) yield bytes.subarray(at, Math.min(end, at + PIECE));
  },
});

const parse = (bytes) => {
  let lines = 0;
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(10, from);
    JSON.parse(bytes.toString('utf8', from, end));
    lines += 1;
    from = end + 1;
  }
  return lines;
};

const read = async (transcript) => {
  const reading = transcript.read();
  let records = 0;
  for await (const piece of transcript.file.open()) records += reading.push(piece, true).length;
  return records + reading.finish().records.length;
};

const round = async (bytes) => {
  const folder = await mkdtemp(join(tmpdir(), 'ken-bench-'));
  const transcript = must(await openTranscript(fileOver(bytes)));
  const store = await openSqliteStore(join(folder, 'store.db'), { mode: 'write' });
  try {
    const parsed = await timed(async () => parse(bytes));
    const reader = await timed(() => read(transcript));
    const seal = await timed(async () => must(await sealTranscript(store, transcript)).head);
    const verify = await timed(async () => must(await verifyObject(store, seal.value)).verdict.verified);
    const whole = await timed(async () => {
      let same = 0;
      for await (const piece of fileOf(store, must(await chainTo(store, seal.value)))) {
        if (Buffer.compare(piece, bytes.subarray(same, same + piece.length)) !== 0) return false;
        same += piece.length;
      }
      return same === bytes.length;
    });
    if (reader.value !== parsed.value || !verify.value || !whole.value)
      throw new Error('what was sealed is not the file');
    return { parse: parsed.ms, reader: reader.ms, seal: seal.ms, verify: verify.ms, export: whole.ms };
  } finally {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  }
};

process.stdout.write('seal: a generated session, in the speed of JSON.parse over its lines\n');
const BOUNDS = { reader: 0.5, seal: 0.2, verify: undefined, export: undefined };
const files = SIZES.map(session);
// Once for the compiler.
await round(files[0]);
const rounds = [];
for (let i = 0; i < ROUNDS; i += 1) rounds.push([await round(files[0]), await round(files[1])]);

const [small, large] = SIZES;
for (const [what, atLeast] of Object.entries(BOUNDS)) {
  const ms = median(rounds.map(([, big]) => big[what]));
  report(`${what}: ${large / MIB} MiB`, median(rounds.map(([, big]) => big.parse / big[what])), {
    ...(atLeast === undefined ? {} : { atLeast }),
    note: `${ms.toFixed(0)} ms`,
  });
  report(
    `${what}: a byte of ${large / MIB} MiB at the speed of one of ${small / MIB}`,
    median(rounds.map(([few, many]) => (few[what] * large) / (many[what] * small))),
    { atLeast: 0.7 },
  );
}
