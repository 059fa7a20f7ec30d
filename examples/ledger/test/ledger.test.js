import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { accountsOf, balance, parseLedger } from '../src/ledger.js';
import { formatAmount, parseAmount } from '../src/money.js';
import { statement } from '../src/statement.js';

const march = parseLedger(readFileSync(new URL('../data/march.csv', import.meta.url), 'utf8'));

const same = (what, found, wanted) => {
  if (found !== wanted) throw new Error(`${what}: expected ${wanted}, found ${found}`);
};

test('an amount is read to the cent', () => {
  same('0.10', parseAmount('0.10'), 10);
  same('-640.00', parseAmount('-640.00'), -64000);
  same('1234.56', parseAmount('1234.56'), 123456);
  same('-1.15', parseAmount('-1.15'), -115);
});

test('an amount is printed with thousands apart', () => {
  same('5 cents', formatAmount(5), '0.05');
  same('-40 cents', formatAmount(-40), '-0.40');
  same('1840327 cents', formatAmount(1840327), '18 403.27');
  same('-123456789 cents', formatAmount(-123456789), '-1 234 567.89');
});

test('the March sample has three accounts', () => {
  same('accounts', accountsOf(march).join(' '), 'bank cash fees');
});

test('the balances of the March sample agree with the books', () => {
  same('bank', formatAmount(balance(march, 'bank')), '18 403.27');
  same('cash', formatAmount(balance(march, 'cash')), '312.46');
  same('fees', formatAmount(balance(march, 'fees')), '-87.93');
});

test('a statement begins with its account and ends with its balance', () => {
  const [page] = statement(march, 'fees');
  const lines = page.split('\n');
  same('first line', lines[0], 'Account fees');
  same('last line', lines.at(-1).trim().replace(/ +/, ' '), 'Balance -87.93');
});
