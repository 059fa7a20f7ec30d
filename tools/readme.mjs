// Writes what the commands print into the blocks of README.md that show a run. Run after a build: node tools/readme.mjs
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './prepare.mjs';

const scratch = mkdtempSync(join(tmpdir(), 'ken-readme-'));
const store = join(scratch, 'store.db');
const ken = (...words) =>
  spawnSync(process.execPath, [`${root}packages/cli/bin/ken.js`, ...words, '--store', store], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', COLUMNS: '100' },
  }).stdout.trimEnd();

const example = 'examples/session.jsonl';
const sealed = ken('seal', example);
const [{ head, departures }] = JSON.parse(ken('seal', example, '--json')).sessions;
const { unit } = departures[0].said.find(({ preview }) => preview.includes('entries at most'));
const run = [
  `$ ken seal ${example}`,
  sealed,
  '',
  `$ ken verify ${head}`,
  ken('verify', head),
  '',
  `$ ken fetch --text ${unit}`,
  ken('fetch', '--text', unit),
].join('\n');
const found = ['$ ken find --omitted office printer', ken('find', '--omitted', 'office', 'printer')].join('\n');
const frontier = 'frontier --goal examples/goal.yaml --agent builder --receipts examples/receipts.jsonl';
const plain = (line) =>
  spawnSync(process.execPath, [`${root}packages/cli/bin/ken.js`, ...line.split(' ')], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', COLUMNS: '100' },
  }).stdout.trimEnd();
const reading = 'examples/reading';
const [{ head: told }] = JSON.parse(ken('seal', `${reading}/session.jsonl`, '--json')).sessions;
const claims = `reads ${told} --claims ${reading}/claims.yaml`;
const accepted = `frontier --goal ${reading}/goal.yaml --locations ${reading}/locations.yaml --agent builder --session ${told} --accept-historical`;
const claimed = [`$ ken ${claims}`, ken(...claims.split(' '))].join('\n');
const counted = [`$ ken ${accepted}`, ken(...accepted.split(' '))].join('\n');
rmSync(scratch, { recursive: true });

const path = `${root}README.md`;
const readme = readFileSync(path, 'utf8');
writeFileSync(
  path,
  readme
    .replace(/^```\n\$ ken seal.*?^```$/ms, () => `\`\`\`\n${run}\n\`\`\``)
    .replace(
      /^```\n\$ ken frontier --goal examples\/goal.*?^```$/ms,
      () => `\`\`\`\n$ ken ${frontier}\n${plain(frontier)}\n\`\`\``,
    )
    .replace(/^```\n\$ ken find.*?^```$/ms, () => `\`\`\`\n${found}\n\`\`\``)
    .replace(/^```\n\$ ken reads.*?^```$/ms, () => `\`\`\`\n${claimed}\n\`\`\``)
    .replace(/^```\n\$ ken frontier --goal examples\/reading.*?^```$/ms, () => `\`\`\`\n${counted}\n\`\`\``),
);
