// A process that writes into a store until it is ended or its time is over, and says what was acknowledged: one line of JSON
// each. node writer.mjs STORE live|seal MILLISECONDS [KEY]
import { openLive, openTranscript, reopenLive, sealSessions } from '@ken/session';
import { openSqliteStore } from '@ken/store';

const [path, role, time, key] = process.argv.slice(2);
// Counted from when the store is open and the run restored.
let until = 0;
const begin = () => {
  until = performance.now() + Number(time);
};
const bytes = (text) => new TextEncoder().encode(text);
const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
const must = (result) => {
  if (!result.ok) throw new Error(`refused ${result.refusal.code}`);
  return result.value;
};

const live = async (store) => {
  const run = key === undefined ? await openLive(store, { agent: 'writer' }) : must(await reopenLive(store, key));
  begin();
  say({ key: run.key, head: run.head, records: run.records });
  for (let at = 0; performance.now() < until; at += 1) {
    const { record, head } = must(
      await run.observe({ origin: 'tool', bytes: bytes(`result ${at} of ${process.pid}`) }),
    );
    if (at % 5 === 4) must(await run.omit({ parts: [{ record }], by: 'harness', cause: 'clearing' }));
    say({ key: run.key, head: run.head, records: run.records, appended: head });
  }
  await run.close();
};

const line = (parent, uuid, text) =>
  JSON.stringify({
    parentUuid: parent,
    isSidechain: false,
    sessionId: `writer ${process.pid}`,
    version: '2.1.20',
    type: 'user',
    message: { role: 'user', content: text },
    uuid,
  });

const seal = async (store) => {
  let text = '';
  let parent = null;
  begin();
  for (let at = 0; performance.now() < until; at += 1) {
    const uuid = `00000000-0000-4000-${String(at).padStart(4, '0')}-${String(process.pid).padStart(12, '0')}`;
    text += `${line(parent, uuid, `prompt ${at} of ${process.pid}`)}\n`;
    parent = uuid;
    const file = bytes(text);
    const source = {
      async *open(start = 0, end = file.length) {
        yield file.slice(start, end);
      },
    };
    const [sealed] = must(await sealSessions(store, must(await openTranscript(source))));
    say({ head: sealed.head, status: sealed.status, bytes: file.length });
  }
};

const store = await openSqliteStore(path, { mode: 'write' });
try {
  await (role === 'live' ? live(store) : seal(store));
  say({ done: true });
} catch (failure) {
  say({ failed: failure.code ?? failure.message });
  process.exitCode = 1;
} finally {
  await store.close();
}
