// Writes docs/refusals.md from the tables of refusals. Run after a build: node tools/refusals.mjs
import { writeFileSync } from 'node:fs';
import { root } from './prepare.mjs';
import { refusalsPage } from './refusals-page.mjs';

const { catalogue } = await import(`${root}packages/session/dist/index.js`);
const { FRONTIER_CODES } = await import(`${root}packages/frontier/dist/index.js`);
writeFileSync(`${root}docs/refusals.md`, refusalsPage(catalogue, FRONTIER_CODES));
