import * as vitest from 'vitest';

// The tests as functions: the same files and the same `expect` as in a run of vitest, without a process for each run, which
// is most of what a run of a few quick tests costs.

const title = (name, row) => name.replace(/%[sdif]/, () => String(row));

/** Makes `describe`, `it` and `test`, which collect; `run` goes through what was collected and ends at the first failure. */
export function makeCollector() {
  let tests = [];
  let path = [];
  const it = (name, run) => tests.push({ name: [...path, name].join(' > '), run });
  const describe = (name, fill) => {
    path.push(name);
    fill();
    path.pop();
  };
  const each = (of) => (table) => (name, run) => {
    const spread = table.every((row) => Array.isArray(row));
    for (const row of table) {
      const values = spread ? row : [row];
      of(title(name, typeof values[0] === 'symbol' ? 'symbol' : values[0]), () => run(...values));
    }
  };
  const skipIf = (of) => (skipped) => (skipped ? () => {} : of);
  const describeWith = Object.assign(describe, { each: each(describe), skipIf: skipIf(describe) });
  const itWith = Object.assign(it, { each: each(it), skipIf: skipIf(it) });

  return {
    api: { ...vitest, describe: describeWith, it: itWith, test: itWith },
    clear() {
      tests = [];
      path = [];
    },
    count: () => tests.length,
    async run() {
      for (const { name, run } of tests) {
        try {
          await run();
        } catch (error) {
          return { name, message: String(error?.message).split('\n')[0] };
        }
      }
      return undefined;
    },
  };
}
