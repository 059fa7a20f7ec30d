// `npm run test:long`: the tests of faults in their long form. Arguments are those of `npm test`.
process.env.KEN_LONG = '1';
if (process.argv.length < 3) process.argv.push('killed', 'writers', 'bits', 'hostile');
await import('./test.mjs');
