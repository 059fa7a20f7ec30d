import { run } from 'node:test';
import { fileURLToPath } from 'node:url';

// A line for each test and nothing that changes from run to run, so that two reports can be compared.
const file = fileURLToPath(new URL('../test/ledger.test.js', import.meta.url));
const say = (text) => process.stdout.write(`${text}\n`);
let passed = 0;
let failed = 0;

for await (const { type, data } of run({ files: [file] })) {
  if (data.name === undefined || data.name.endsWith('.js')) continue;
  if (type === 'test:pass') {
    passed += 1;
    say(`ok      ${data.name}`);
  }
  if (type === 'test:fail') {
    failed += 1;
    say(`FAILED  ${data.name}\n        ${data.details.error.cause.message}`);
  }
}
say(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
