// Writes docs/refusals.md from the one table of refusals. Run after a build: node tools/refusals.mjs
import { writeFileSync } from 'node:fs';
import { root } from './prepare.mjs';
import { refusalsPage } from './refusals-page.mjs';

const { catalogue } = await import(`${root}packages/session/dist/index.js`);
writeFileSync(`${root}docs/refusals.md`, refusalsPage(catalogue));
