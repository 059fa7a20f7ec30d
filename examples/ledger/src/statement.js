import { balance } from './ledger.js';
import { formatAmount } from './money.js';

const line = (date, note, cents) => `${date.padEnd(12)}${note.padEnd(28)}${formatAmount(cents).padStart(14)}`;

/** The printed statement of one account, a text for each page. */
export const statement = (entries, account) => {
  const rows = entries.filter((entry) => entry.account === account);
  const body = rows.map(({ date, note, cents }) => line(date, note, cents));
  return [[`Account ${account}`, ...body, line('', 'Balance', balance(entries, account))].join('\n')];
};
