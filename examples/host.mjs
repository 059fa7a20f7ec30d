// An agent host in thirty lines: what it sees as it happens becomes a run that anybody can verify. node examples/host.mjs
import { openLive, verifyObject } from '@ken/session';
import { openSqliteStore } from '@ken/store';

const bytes = (text) => new TextEncoder().encode(text);
const must = (result) => {
  if (!result.ok) throw new Error(result.refusal.code);
  return result.value;
};

const store = await openSqliteStore(process.argv[2] ?? 'host.db', { mode: 'write' });
const run = await openLive(store, { agent: 'builder', label: 'page breaks' });

must(await run.observe({ origin: 'operator', bytes: bytes('A page holds 47 entries. Never change that.') }));
const answer = must(await run.observe({ origin: 'model', bytes: bytes('Understood. Reading the printer manual.') }));
const manual = must(await run.observe({ origin: 'tool', bytes: bytes('The tray holds 47 lines a page.') }));
must(await run.intervene({ bytes: bytes('You have used half of your context.') }));

// The host makes room: what leaves is kept as units, and the operator's words stay.
const parts = [{ record: answer.record }, { record: manual.record }];
const left = must(await run.omit({ parts, by: 'harness', cause: 'compaction' }));
process.stdout.write(`${left.units.length} units left the context\n`);

// Later the model needs the manual again, and gets exactly what it had.
const back = must(await run.retrieve(left.units[1]));
process.stdout.write(`back: ${new TextDecoder().decode(back.bytes)}\n`);

const { verdict } = must(await verifyObject(store, run.head));
process.stdout.write(
  `${verdict.verified ? 'verified' : 'NOT verified'}: ${verdict.checked.events} events, ${verdict.checked.units} units\n`,
);
await run.close();
await store.close();
