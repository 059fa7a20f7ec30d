// `npm run mutate`: changes the decision code of address and kernel in one small place at a time and asks whether a test
// notices. Options: --package address|kernel, --only FILE (the end of a path), --kind KIND, --shard I/N, --runners N (2),
// --revision REV (of that commit, not of the files as they are), --again (only what survived before, or is new), --list
// (count and stop). Survivors are printed, and all is written to node_modules/.ken-mutate/. docs/mutation.md says more.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { reasonByConstruction, reasonOf } from './mutate-equivalent.mjs';
import { mutated } from './mutate-mutants.mjs';
import { collectMutants, folder, makeCopy, removeCopy, testsFor } from './mutate-plan.mjs';
import { Runner } from './mutate-process.mjs';

const { values } = parseArgs({
  options: {
    package: { type: 'string' },
    only: { type: 'string' },
    kind: { type: 'string' },
    shard: { type: 'string', default: '1/1' },
    runners: { type: 'string', default: '2' },
    revision: { type: 'string' },
    again: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});
const root = makeCopy(values.revision);
process.on('exit', removeCopy);
const [shard, shards] = values.shard.split('/').map(Number);
const parts = ['results', values.package, values.only, values.kind, shards > 1 ? `${shard}of${shards}` : undefined];
const file = `${folder}${parts
  .filter((part) => part !== undefined)
  .join('-')
  .replaceAll('/', '_')}.json`;

const tally = (list, key) => {
  const counts = {};
  for (const each of list) counts[key(each)] = (counts[key(each)] ?? 0) + 1;
  return counts;
};

const keyOf = ({ file: of, kind, was, by, within, text }) => JSON.stringify([of, kind, was, by, within, text]);
const wantedAtAll = collectMutants(values.package).filter(
  ({ mutant }, index) =>
    (values.only === undefined || mutant.file.endsWith(values.only)) &&
    (values.kind === undefined || mutant.kind === values.kind) &&
    index % shards === shard - 1,
);

/**
 * What a run before found and --again does not ask again, of each mutant that is there as it was: that it is killed, or why
 * it is equivalent. Alike mutants are kept together or not at all.
 */
function keptOf(mutants) {
  const before = JSON.parse(readFileSync(file, 'utf8'));
  for (const each of before) {
    if (each.outcome === 'killed' || each.outcome === 'timed out') continue;
    each.why = reasonByConstruction(each) ?? reasonOf(each);
    if (each.outcome === 'survived' && each.why !== undefined) each.outcome = 'equivalent';
    else if (each.why === undefined) each.outcome = 'survived';
  }
  const open = new Set(before.filter(({ outcome }) => outcome === 'survived').map(keyOf));
  const [then, now] = [tally(before, keyOf), tally(mutants, keyOf)];
  return before.filter((each) => !open.has(keyOf(each)) && then[keyOf(each)] === now[keyOf(each)]);
}
const kept = values.again ? keptOf(wantedAtAll.map(({ mutant }) => mutant)) : [];
const known = new Set(kept.map(keyOf));
const wanted = wantedAtAll.filter(({ mutant }) => !known.has(keyOf(mutant)));
if (wanted.length === 0) {
  process.stderr.write('No mutant fits.\n');
  process.exit(2);
}

const write = (document) => process.stdout.write(`${JSON.stringify(document, null, 1)}\n`);
if (values.list) {
  const mutants = wanted.map(({ mutant }) => mutant);
  write({
    mutants: mutants.length,
    kinds: tally(mutants, ({ kind }) => kind),
    files: tally(mutants, ({ file }) => file),
  });
  process.exit(0);
}

// A file that takes five times as long as the longest took without a mutant is taken for endless.
const LONGEST = 5;
const LEAST_MS = 10_000;
const begun = performance.now();
const results = [...kept];
let done = 0;
const queue = [...wanted];
const oneLine = (text) => text.replace(/\s+/g, ' ').slice(0, 90);
const shown = ({ file, line, kind, was, by }) => `${file}:${line} ${kind}: ${oneLine(was)} → ${oneLine(by)}`;

/** Takes mutants until there are none; first sees that all tests pass without any. */
async function work() {
  const runner = new Runner(root);
  const clean = await runner.run(undefined, testsFor(undefined), 120_000);
  if (clean.outcome !== 'survived') throw new Error(`without any mutant: ${clean.outcome}, ${clean.detail}`);
  const limitMs = Math.max(LEAST_MS, LONGEST * clean.longestMs);
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { mutant, text } = next;
    const started = performance.now();
    const known = reasonByConstruction(mutant);
    const run =
      known === undefined
        ? await runner.run({ file: mutant.file, text: mutated(text, mutant) }, testsFor(mutant.file), limitMs)
        : { outcome: 'not run', detail: '', tests: 0 };
    const why = run.outcome === 'survived' ? reasonOf(mutant) : known;
    const outcome = why !== undefined && known === undefined ? 'equivalent' : run.outcome;
    results.push({ ...mutant, ...run, outcome, why, seconds: (performance.now() - started) / 1000 });
    if (outcome === 'survived') process.stdout.write(`survived: ${shown(mutant)}\n`);
    done += 1;
    if (done % 25 === 0) process.stderr.write(`${done} of ${wanted.length}\n`);
  }
  await runner.end();
  return clean.tests;
}

const [tests] = await Promise.all(Array.from({ length: Math.min(Number(values.runners), wanted.length) }, work));

const order = (a, b) => a.file.localeCompare(b.file) || a.start - b.start || a.kind.localeCompare(b.kind);
writeFileSync(file, JSON.stringify(results.sort(order), null, 1));
write({
  tests,
  mutants: results.length,
  outcomes: tally(results, ({ outcome }) => outcome),
  kinds: Object.fromEntries(
    Object.keys(tally(results, ({ kind }) => kind)).map((kind) => [
      kind,
      tally(
        results.filter((each) => each.kind === kind),
        ({ outcome }) => outcome,
      ),
    ]),
  ),
  survivors: tally(
    results.filter(({ outcome }) => outcome === 'survived'),
    (each) => each.file,
  ),
  seconds: Math.round((performance.now() - begun) / 1000),
  written: file,
});
process.exitCode = results.some(({ outcome }) => outcome === 'survived') ? 1 : 0;
