// `npm run fuzz`: the long form of test/fuzz. Options: --inputs N (1000000), --seed N (1), --from N (0), --door NAME.
// The same seed and index are the same input, so that one finding is tried again by --seed S --from INDEX --inputs 1.
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { runnerImport } from 'vite';
import { root } from './prepare.mjs';

const { values } = parseArgs({
  options: {
    inputs: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    door: { type: 'string' },
  },
});
const whole = (name) => {
  const number = Number(values[name]);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  process.stderr.write(`--${name} wants a whole number\n`);
  return process.exit(2);
};
const [inputs, seed, from] = [whole('inputs'), whole('seed'), whole('from')];

const { module } = await runnerImport(`${root}test/fuzz/fuzz.ts`, {
  configFile: `${root}vitest.config.ts`,
  root,
  logLevel: 'error',
});
const { allDoors, fuzz } = module;
const doors = values.door === undefined ? allDoors : allDoors.filter(({ name }) => name === values.door);
if (doors.length === 0) {
  process.stderr.write(`No such door. There are: ${allDoors.map(({ name }) => name).join(', ')}\n`);
  process.exit(2);
}

// An input that never ends cannot be stopped from within: another thread watches and ends the process.
const progress = new Int32Array(new SharedArrayBuffer(4));
const watch = new Worker(
  `const { workerData: { progress, seed } } = require('node:worker_threads');
   let seen = -1;
   setInterval(() => {
     const now = Atomics.load(progress, 0);
     if (now === seen) {
       require('node:fs').writeSync(2, 'hangs: --seed ' + seed + ' --from ' + now + ' --inputs 1\\n');
       process.kill(process.pid, 'SIGKILL');
     }
     seen = now;
   }, 60_000).unref();
   require('node:worker_threads').parentPort.on('message', () => {});`,
  { eval: true, workerData: { progress, seed } },
);

const megabytes = () => Math.round(process.memoryUsage().rss / 2 ** 20);
const every = Math.max(1, Math.floor(inputs / 10));
const resident = [];
const begun = performance.now();
const tick = (index) => {
  Atomics.store(progress, 0, index);
  if ((index - from) % every !== 0) return;
  resident.push(megabytes());
  process.stderr.write(`${index - from} of ${inputs}, ${resident.at(-1)} MiB\n`);
};
const { answers, findings, slowest } = fuzz({ seed, inputs, from, doors, tick });
const seconds = (performance.now() - begun) / 1000;
resident.push(megabytes());
await watch.terminate();

const cells = Object.entries(answers).map(([door, counts]) => {
  const { ok = 0, misuse = 0, foreign = 0, ...codes } = counts;
  const refused = Object.values(codes).reduce((sum, count) => sum + count, 0);
  const all = ok + misuse + foreign + refused;
  return `| ${door} | ${all} | ${ok} | ${refused} | ${Object.keys(codes).length} | ${misuse + foreign} |`;
});
process.stdout.write(
  [
    '| door | inputs | admitted | refused | codes met | misuse thrown |',
    '|---|---|---|---|---|---|',
    ...cells,
    '',
    `seed ${seed}, ${inputs} inputs from ${from}, ${seconds.toFixed(1)} s, slowest ${slowest.ms.toFixed(1)} ms (${slowest.door}, ${slowest.index})`,
    `resident MiB at each tenth: ${resident.join(' ')}`,
    `findings: ${findings.length}`,
    ...findings.map((found) => JSON.stringify(found)),
    '',
  ].join('\n'),
);
process.exitCode = findings.length === 0 ? 0 : 1;
