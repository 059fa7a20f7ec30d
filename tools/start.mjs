// `npm start`: the main job on the example session, from a fresh clone to an omission given back.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { prepare, root } from './prepare.mjs';

prepare();
const store = `${root}.ken/store.db`;
mkdirSync(`${root}.ken`, { recursive: true, mode: 0o700 });

/** Runs ken with the store of this clone; its standard output is shown, or given back when it is wanted. */
const ken = (words, { wanted = false } = {}) => {
  const done = spawnSync(process.execPath, [`${root}packages/cli/bin/ken.js`, ...words, '--store', store], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', wanted ? 'pipe' : 'inherit', 'inherit'],
  });
  if (done.status !== 0) process.exit(done.status ?? 3);
  return done.stdout;
};

const shown = (line) => process.stdout.write(`\n$ ${line}\n`);

shown('ken seal examples/session.jsonl');
ken(['seal', 'examples/session.jsonl']);
const [{ head, departures }] = JSON.parse(ken(['seal', 'examples/session.jsonl', '--json'], { wanted: true })).sessions;
// After the compaction the agent prints pages of 50 entries. This is where the operator had said how many it must be.
const { unit } = departures[0].said.find(({ preview }) => preview.includes('entries at most'));

shown(`ken verify ${head}`);
ken(['verify', head]);
shown(`ken fetch --text ${unit}`);
ken(['fetch', '--text', unit]);

process.stdout.write(`
Try next: npx ken explain ${unit.slice(0, 16)}       (what this omission is, and what it rests on)
          npx ken bundle ${head.slice(0, 16)} > session.car && npx ken verify session.car
          npx ken find --omitted office printer         (what the context lost, by words)
          npx ken seal ~/.claude/projects               (your own sessions)
`);
