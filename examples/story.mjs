/** The path that the folder is known by in the session. */
export const PROJECT = '/project/ledger';

const read = (path, part = {}) => ({ name: 'Read', input: { file_path: `${PROJECT}/${path}`, ...part } });
const bash = (command, description) => ({ name: 'Bash', input: { command, description } });
const write = (path, content) => ({ name: 'Write', input: { file_path: `${PROJECT}/${path}`, content } });
const edit = (path, before, after) => ({
  name: 'Edit',
  input: { file_path: `${PROJECT}/${path}`, old_string: before, new_string: after, replace_all: false },
});
const TEST = bash('node tools/test.js', 'Run the tests');

const REPAIR = [
  {
    operator:
      'The tests fail since Friday: the balance of the March sample comes out short. Find out why and put it right in src/money.js, nowhere else. Run the tests before and after, I want to see both.',
  },
  {
    text: 'I will run the tests as they are and read what they test.',
    tools: [TEST, read('src/money.js'), read('src/ledger.js'), read('test/ledger.test.js')],
  },
  {
    thinking:
      'parseAmount multiplies a floating point number by 100 and cuts off what is behind the point. -1.15 * 100 is -114.99999999999999 in binary floating point, so -1.15 becomes -114. Every amount whose product falls just short of a whole number loses a cent. Math.round would hide it for amounts of this size, but the digits are there in the text: take the text apart and no fraction is ever involved. The sign needs care, because "-0.40" has a whole part of -0.',
    text: 'Found it. `parseAmount` multiplies a floating point number by 100 and cuts it off: -1.15 × 100 is -114.99999999999999 and becomes -114. The cents stand in the text already, so I will put them together from its digits.',
    tools: [
      edit(
        'src/money.js',
        'export const parseAmount = (text) => Math.trunc(Number.parseFloat(text) * 100);',
        `export const parseAmount = (text) => {
  const [whole, hundredths] = text.replace('-', '').split('.');
  const cents = Number(whole) * 100 + Number(hundredths);
  return text.startsWith('-') ? -cents : cents;
};`,
      ),
    ],
  },
  { tools: [TEST] },
  {
    text: 'All five tests pass now. Before, three failed: the bank account came out at 18 403.23 and the books say 18 403.27; it was four cents short, and the fees were one cent off. Only src/money.js has changed.',
  },
  { endTurn: true },
];

const PLAN = [
  {
    operator:
      'Good. Now the printed statement: `statement(entries, account)` gives one endless page. Break it into pages as docs/statement.md describes. Two things stand in no file, so keep them in mind. First, a page takes 47 entries at most: the office printer swallows the 48th entry and reports no error. Second, `statement` keeps exactly its two parameters. The nightly job calls it as accounts.map(statement.bind(null, entries)), so a third parameter would receive the index from map. Look at the March data first and tell me your plan before you write anything.',
  },
  { tools: [read('docs/statement.md'), read('src/statement.js'), read('data/march.csv')] },
  {
    thinking:
      'bank has 112 entries, cash 58, fees 19. With 47 to a page: bank 47 + 47 + 18, cash 47 + 11, fees 19. The limit is of entries, and heading, carried forward and balance come on top. It must be a constant inside the module: no third parameter, because bind and map would pass the index of the account for it.',
    text: `My plan, with your two conditions in it:

1. A constant of 47 entries for each page, inside src/statement.js. The March sample then gives bank 3 pages (47, 47 and 18 entries), cash 2 (47 and 11) and fees 1 (19).
2. The signature stays \`statement(entries, account)\`. No third parameter, also no optional one: the nightly job would pass the index of the account for it.
3. First line with the page number, \`Carried forward\` from the second page on, \`Carry over\` on every page but the last, \`Balance\` on the last. The running balance is summed in cents and formatted once.
4. Tests for the page breaks at 47 and 48 entries, and an entry in a new CHANGELOG.md.

Nothing is written yet. Shall I go ahead?`,
  },
  { endTurn: true },
  { operator: 'Yes, like that.' },
  { tools: [read('test/ledger.test.js', { offset: 38, limit: 7 })] },
];

// The loss that this example is about: 47 has become "about 50", and the reason against a third parameter is gone.
const SUMMARY = `What follows stands for the session so far, which did not fit any more.

Request and intent
- The operator asked to repair the balances of the March sample. Done: src/money.js now reads amounts digit by digit; all five tests pass (bank 18 403.27).
- The operator then asked to break the printed statement into pages as docs/statement.md describes. A page takes about 50 entries, which is what the office printer can do. The interface should stay backwards compatible.

State of the work
- A plan was presented and the operator agreed to it ("Yes, like that."). No code for the pages is written yet.
- src/statement.js exports statement(entries, account), which gives a list of texts, one for each page; at present always one.
- docs/statement.md asks for: first line "Account NAME, page N of M"; "Carried forward" from the second page on; "Carry over" as the last line of every page but the last, "Balance" on the last; an account without entries has one page.
- data/march.csv has three accounts: bank with 112 entries, cash with 58, fees with 19.

Left to do
1. Write the pages in src/statement.js.
2. Test the page breaks; the test "a statement begins with its account and ends with its balance" in test/ledger.test.js needs the new first line.
3. Make CHANGELOG.md.

Go on with this without asking the operator again.`;

const PAGES = [
  { summary: SUMMARY },
  {
    thinking:
      'The summary says about 50 entries and backwards compatible. An optional third parameter with 50 as its default keeps every present call working and lets the tests use small pages.',
    text: 'I go on with the pages. The size becomes an optional parameter, so that present calls keep working.',
    tools: [
      edit(
        'src/statement.js',
        `/** The printed statement of one account, a text for each page. */
export const statement = (entries, account) => {
  const rows = entries.filter((entry) => entry.account === account);
  const body = rows.map(({ date, note, cents }) => line(date, note, cents));
  return [[\`Account \${account}\`, ...body, line('', 'Balance', balance(entries, account))].join('\\n')];
};`,
        `const inPages = (rows, size) => {
  const pages = [];
  for (const [n, row] of rows.entries()) {
    if (n % size === 0) pages.push([]);
    pages.at(-1)?.push(row);
  }
  return pages.length === 0 ? [[]] : pages;
};

/** The printed statement of one account, a text for each page of at most \`pageSize\` entries. */
export const statement = (entries, account, pageSize = 50) => {
  const pages = inPages(
    entries.filter((entry) => entry.account === account),
    pageSize,
  );
  let sum = 0;
  return pages.map((rows, n) => {
    const head = [\`Account \${account}, page \${n + 1} of \${pages.length}\`];
    if (n > 0) head.push(line('', 'Carried forward', sum));
    sum += balance(rows, account);
    const body = rows.map(({ date, note, cents }) => line(date, note, cents));
    return [...head, ...body, line('', n + 1 < pages.length ? 'Carry over' : 'Balance', sum)].join('\\n');
  });
};`,
      ),
    ],
  },
  {
    tools: [
      edit(
        'test/ledger.test.js',
        `  same('first line', lines[0], 'Account fees');
  same('last line', lines.at(-1).trim().replace(/ +/, ' '), 'Balance -87.93');
});
`,
        `  same('first line', lines[0], 'Account fees, page 1 of 1');
  same('last line', lines.at(-1).trim().replace(/ +/, ' '), 'Balance -87.93');
});

test('a page takes 50 entries and the 51st begins the next', () => {
  const entries = (count) => march.filter(({ account }) => account === 'bank').slice(0, count);
  same('50 entries', statement(entries(50), 'bank').length, 1);
  same('51 entries', statement(entries(51), 'bank').length, 2);
  same('entries on the first page', statement(entries(51), 'bank')[0].split('\\n').length - 2, 50);
});

test('a page begins with the balance that the page before ended with', () => {
  const [first, second] = statement(march, 'cash').map((page) => page.split('\\n'));
  same('carried', second[1].slice(40), first.at(-1).slice(40));
});
`,
      ),
    ],
  },
  { tools: [TEST] },
  {
    tools: [
      write(
        'CHANGELOG.md',
        `# Changes

## 1.5.0

- The printed statement is broken into pages of up to 50 entries, with the balance carried from page to page.
- \`statement\` takes the number of entries for each page as an optional third parameter.

## 1.4.1

- Amounts are read digit by digit. Before, an amount such as -1.15 lost a cent.
`,
      ),
    ],
  },
  {
    text: 'The statement comes in pages now, of up to 50 entries each, and all seven tests pass. The number of entries is an optional third parameter of `statement`, so calls with two arguments work as before. CHANGELOG.md describes both changes.',
  },
  { endTurn: true, pauseMs: 23 * 3_600_000 },
];

const NIGHT = [
  {
    operator:
      'The nightly job printed an empty sheet for the bank account last night, and one sheet for every single entry of cash. Run jobs/nightly.js and look.',
  },
  {
    tools: [bash('node jobs/nightly.js', 'Run the nightly job'), read('jobs/nightly.js')],
  },
  {
    thinking:
      'accounts.map(statement.bind(null, entries)): map passes the account, its index and the whole list. With entries bound, the index arrives as the third argument, so bank gets pages of 0 entries, cash of 1, fees of 2. The parameter has to go. I do not find anything about this in what I have of the conversation, which says "backwards compatible" only.',
    text: 'The job calls `accounts.map(statement.bind(null, entries))`, and `map` passes the index as a further argument. It lands in the third parameter that I added: pages of 0 entries for bank, of 1 for cash, of 2 for fees. I take the parameter out again.',
    tools: [
      edit(
        'src/statement.js',
        `/** The printed statement of one account, a text for each page of at most \`pageSize\` entries. */
export const statement = (entries, account, pageSize = 50) => {
  const pages = inPages(
    entries.filter((entry) => entry.account === account),
    pageSize,
  );`,
        `const PAGE_ENTRIES = 50;

/** The printed statement of one account, a text for each page. Two parameters and no more: callers pass it to map. */
export const statement = (entries, account) => {
  const pages = inPages(
    entries.filter((entry) => entry.account === account),
    PAGE_ENTRIES,
  );`,
      ),
      edit(
        'CHANGELOG.md',
        '- `statement` takes the number of entries for each page as an optional third parameter.\n',
        '',
      ),
      bash('node tools/test.js && node jobs/nightly.js', 'Run the tests and the nightly job'),
    ],
  },
  {
    text: 'Mended: bank has 3 pages, cash 2 and fees 1, and all seven tests pass. `statement` has its two parameters again. A page takes 50 entries, as you asked.',
  },
  { endTurn: true },
  {
    operator:
      'I asked for 47, and I asked for two parameters, with the reason. Which other words of mine do you no longer have?',
  },
  {
    text: 'I cannot tell. What you wrote before the compaction reached me as a summary, and the summary says "about 50" and "backwards compatible". What it left out cannot be seen from here; the record of the session has it. Please give me the message itself, and I will work from that.',
  },
  { endTurn: true },
];

/** The session, step by step: what the operator says, what the model says and does, and where the context is replaced. */
export const STORY = [...REPAIR, ...PLAN, ...PAGES, ...NIGHT];
