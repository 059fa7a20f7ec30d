import { parseAmount } from './money.js';

/** The entries of a ledger file: a heading, then one line for each entry in the order of booking. */
export const parseLedger = (text) =>
  text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [date, account, note, amount] = line.split(',');
      return { date, account, note, cents: parseAmount(amount) };
    });

/** The names of the accounts in a ledger, in alphabetical order. */
export const accountsOf = (entries) => [...new Set(entries.map(({ account }) => account))].sort();

/** What an account holds after all its entries, in cents. */
export const balance = (entries, account) =>
  entries.reduce((sum, entry) => (entry.account === account ? sum + entry.cents : sum), 0);
