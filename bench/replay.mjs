// Replaying histories: linear in their length, whatever the stack.
import { Worker } from 'node:worker_threads';
import { Event } from '@ken/kernel';
import { chain, must } from './material.mjs';
import { median, milliseconds, report } from './measure.mjs';

const LENGTHS = [1000, 10_000, 100_000];
const ROUNDS = 9;
const histories = LENGTHS.map((length) => chain(length));
const [history] = histories.slice(-1);

process.stdout.write('replay: chains of events from their bytes\n');
const rounds = Array.from({ length: ROUNDS }, () =>
  histories.map((each) => milliseconds(() => must(Event.replay(each)), 1) / each.length),
);
for (const [i, length] of LENGTHS.entries()) {
  const each = median(rounds.map((round) => round[i]));
  // Without memory to fill, an event would cost the same in any history; in a quadratic replay this would be a tenth.
  report(
    `${length} events: speed an event, against ${LENGTHS[1]}`,
    median(rounds.map((round) => round[1] / round[i])),
    {
      ...(i > 1 ? { atLeast: 0.5 } : {}),
      note: `${(each * length).toFixed(1)} ms, ${(each * 1000).toFixed(2)} µs each`,
    },
  );
}

const program = `
  const { parentPort, workerData } = require('node:worker_threads');
  import('@ken/kernel').then(({ Event }) => parentPort.postMessage(Event.replay(workerData).ok));`;
const ok = await new Promise((answer) => {
  // An eighth of the usual stack: a replay that went deeper with each event would not come back.
  const worker = new Worker(program, { eval: true, workerData: history, resourceLimits: { stackSizeMb: 0.5 } });
  worker.once('message', answer);
  worker.once('error', () => answer(false));
});
process.stdout.write(`  ${history.length} events within a stack of 512 KiB: ${ok ? 'ok' : 'MISSED'}\n`);
if (!ok) process.exitCode = 1;
