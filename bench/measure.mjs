// One way of measuring for every part: the things compared take turns, so that whatever else the machine does falls on all
// of them alike, and only ratios between them are judged. Time is that of the processor, all threads of this process
// together: other programs do not count, collecting garbage does.

const ROUNDS = 101;
const WARMING = 10;
const BATCH_MS = 4;

/** The middle one of an odd number of values. */
export const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

/** The processor time of one of many calls, in nanoseconds. */
const time = (run, times) => {
  const began = process.cpuUsage();
  for (let i = 0; i < times; i += 1) run(i);
  const { user, system } = process.cpuUsage(began);
  return ((user + system) * 1000) / times;
};

/** How often to run something for a batch to be long enough to be measured; warms it up on the way. */
const batchOf = (run) => {
  for (let times = 1; ; times *= 2) {
    const each = time(run, times);
    if (each * times > BATCH_MS * 1e6) return times;
  }
};

/**
 * Runs the named functions in turns, many rounds. Gives functions for the median time of one call in nanoseconds, and for
 * the median over the rounds of how many times faster one is than another.
 */
export function compare(runs, rounds = ROUNDS) {
  const names = Object.keys(runs);
  for (let i = 0; i < WARMING; i += 1) for (const name of names) batchOf(runs[name]);
  const batches = Object.fromEntries(names.map((name) => [name, batchOf(runs[name])]));
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    // The order turns too, so that none always comes after the same other.
    for (let i = 0; i < names.length; i += 1) {
      const name = names[(i + round) % names.length];
      times[name].push(time(runs[name], batches[name]));
    }
  }
  return {
    ns: (name) => median(times[name]),
    faster: (name, than) => median(times[name].map((each, round) => times[than][round] / each)),
  };
}

/** The median time of one run, in milliseconds, for what is too long for many rounds. */
export function milliseconds(run, rounds = 5) {
  return median(Array.from({ length: rounds }, () => time(run, 1))) / 1e6;
}

const figure = (value) => (value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2));

/** Writes one line: what was measured, the figure, and whether it is what it has to be. */
export function report(what, value, { atLeast = 0, atMost = Number.POSITIVE_INFINITY, note = '' } = {}) {
  const missed = value < atLeast || value > atMost;
  if (missed) process.exitCode = 1;
  const wanted = atLeast > 0 ? `≥ ${atLeast}` : atMost < Number.POSITIVE_INFINITY ? `≤ ${atMost}` : '';
  const verdict = wanted === '' ? '' : `${missed ? 'MISSED' : 'ok'} (${wanted})`;
  process.stdout.write(`  ${what.padEnd(66)} ${figure(value).padStart(7)} ×  ${verdict.padEnd(15)} ${note}\n`);
}

/** Nanoseconds for people. */
export const shown = (ns) =>
  ns < 1e4 ? `${ns.toFixed(0)} ns` : ns < 1e7 ? `${(ns / 1e3).toFixed(1)} µs` : `${(ns / 1e6).toFixed(1)} ms`;
