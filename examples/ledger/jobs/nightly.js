import { readFileSync } from 'node:fs';
import { accountsOf, parseLedger } from '../src/ledger.js';
import { statement } from '../src/statement.js';

// Every night: one statement for each account goes to the printer in the office.
const entries = parseLedger(readFileSync(new URL('../data/march.csv', import.meta.url), 'utf8'));
const accounts = accountsOf(entries);
const statements = accounts.map(statement.bind(null, entries));

for (const [n, pages] of statements.entries()) {
  const lines = pages.join('\n').split('\n').length;
  process.stdout.write(
    `${accounts[n].padEnd(6)}${String(pages.length).padStart(4)} pages${String(lines).padStart(6)} lines\n`,
  );
}
