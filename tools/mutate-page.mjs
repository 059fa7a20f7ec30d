// Prints the tables of docs/mutation.md from the results of runs: node tools/mutate-page.mjs FILE…
import { readFileSync } from 'node:fs';
import { reasonOf } from './mutate-equivalent.mjs';

const results = process.argv.slice(2).flatMap((file) => JSON.parse(readFileSync(file, 'utf8')));
// A reason may have been found, or have been given up, after the run that it is for.
for (const each of results.filter(({ outcome }) => outcome === 'survived' || outcome === 'equivalent')) {
  const why = reasonOf(each);
  Object.assign(each, { outcome: why === undefined ? 'survived' : 'equivalent', why });
}

const OUTCOMES = ['killed', 'timed out', 'equivalent', 'not run', 'survived'];
const count = (list, outcome) => list.filter((each) => each.outcome === outcome).length;
const groups = (key) => [...new Set(results.map((each) => each[key]))].sort();
const row = (name, list) =>
  `| ${name} | ${list.length} | ${OUTCOMES.map((outcome) => count(list, outcome)).join(' | ')} |`;
const table = (key) => [
  `| ${key} | mutants | ${OUTCOMES.join(' | ')} |`,
  `|---|---|${OUTCOMES.map(() => '---').join('|')}|`,
  ...groups(key).map((name) =>
    row(
      name,
      results.filter((each) => each[key] === name),
    ),
  ),
  row('all', results),
];
const cell = (text) => text.replace(/\s+/g, ' ').slice(0, 70).replaceAll('|', '\\|').replaceAll('`', "'");
const listed = (outcome) => {
  const list = results.filter((each) => each.outcome === outcome);
  if (list.length === 0) return [`No mutant ${outcome === 'survived' ? outcome : `is ${outcome}`}.`];
  const rows = list.map(({ file, within, kind, was, by, why }) => {
    const where = `${file.replace(/^packages\/|src\/|\.ts$/g, '')} \`${within}\``;
    return `| ${where} | ${kind} | \`${cell(was)}\` | \`${cell(by) || ' '}\` | ${why ?? ''} |`;
  });
  return ['| where | kind | was | is | why |', '|---|---|---|---|---|', ...rows];
};
process.stdout.write(
  `${[table('kind'), table('file'), listed('equivalent'), listed('survived')].map((each) => each.join('\n')).join('\n\n')}\n`,
);
