// The reader of each format alone against JSON.parse over the same bytes, each in a process of its own as a command has it: in
// one process after another's, the compiler has to serve both. And what it holds of a long file.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openTranscript } from '@ken/session';
import { MIB, must } from './material.mjs';
import { compare, report, shown } from './measure.mjs';
import { prose } from './session.mjs';

const SIZE = 4 * MIB;
const LONG = 64 * MIB;
const PIECE = MIB;
const ROUNDS = 15;
const REAL_SIZE = 256 * 1024;

/** A turn of each format: a prompt, a call, its result and a reply. */
const FORMS = {
  gemini: (turn) => [
    { id: `u${turn}`, timestamp: '2026-01-01T00:00:00.000Z', type: 'user', content: prose(turn, 30) },
    {
      id: `g${turn}`,
      timestamp: '2026-01-01T00:00:01.000Z',
      type: 'gemini',
      content: '',
      toolCalls: [{ id: `c${turn}`, name: 'read_file', args: { path: `/p/${turn}` }, result: [prose(turn, 300)] }],
      tokens: { input: 9000, output: 20, total: 9020 },
    },
    { id: `r${turn}`, timestamp: '2026-01-01T00:00:02.000Z', type: 'gemini', content: prose(turn, 80) },
  ],
  opencode: (turn) => {
    const info = (name, role, more) => ({
      info: { id: `msg_${turn}_${name}`, sessionID: 'ses', role, time: { created: turn }, ...more },
    });
    const part = (more) => ({ id: `prt_${turn}`, sessionID: 'ses', messageID: `msg_${turn}`, ...more });
    const state = {
      status: 'completed',
      input: { path: `/p/${turn}` },
      output: prose(turn, 300),
      time: { start: 1, end: 2 },
    };
    return [
      { ...info('u', 'user'), parts: [part({ type: 'text', text: prose(turn, 30) })] },
      {
        ...info('a', 'assistant', { tokens: { input: 9000, output: 20, cache: { read: 0, write: 0 } } }),
        parts: [
          part({ type: 'tool', tool: 'read', callID: `c${turn}`, state }),
          part({ type: 'text', text: prose(turn, 80) }),
        ],
      },
    ];
  },
  'openai-messages': (turn) => [
    { role: 'user', content: prose(turn, 30) },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: `c${turn}`, type: 'function', function: { name: 'read', arguments: `{"path":"/p/${turn}"}` } },
      ],
    },
    { role: 'tool', tool_call_id: `c${turn}`, content: prose(turn, 300) },
    { role: 'assistant', content: prose(turn, 80) },
  ],
  'anthropic-messages': (turn) => [
    { role: 'user', content: [{ type: 'text', text: prose(turn, 30) }] },
    { role: 'assistant', content: [{ type: 'tool_use', id: `c${turn}`, name: 'read', input: { path: `/p/${turn}` } }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: `c${turn}`, content: prose(turn, 300) }] },
    { role: 'assistant', content: [{ type: 'text', text: prose(turn, 80) }] },
  ],
  codex: (turn) =>
    [
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: prose(turn, 30) }] },
      { type: 'function_call', name: 'shell', arguments: `{"command":["cat","/p/${turn}"]}`, call_id: `c${turn}` },
      { type: 'function_call_output', call_id: `c${turn}`, output: prose(turn, 300) },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: prose(turn, 80) }] },
    ].map((payload) => ({ timestamp: '2026-01-01T00:00:00.000Z', type: 'response_item', payload })),
  plain: (turn) => [
    { role: 'operator', text: prose(turn, 30) },
    { role: 'tool', text: prose(turn, 300) },
    { role: 'model', text: prose(turn, 80) },
  ],
};

const HEADS = {
  gemini: { sessionId: 's', projectHash: 'p' },
  opencode: { info: { id: 'ses', slug: 's', directory: '/p' } },
  'anthropic-messages': { sessionId: 's' },
};

/** A file of a format, of at least so many bytes, in pieces. */
function* fileOf(format, length) {
  const lines = format === 'codex' || format === 'plain';
  const head = HEADS[format];
  if (format === 'codex') yield Buffer.from('{"timestamp":"t","type":"session_meta","payload":{"id":"run"}}\n');
  else if (!lines) yield Buffer.from(head === undefined ? '[' : `${JSON.stringify(head).slice(0, -1)},"messages":[`);
  let size = 0;
  for (let turn = 1; size < length; turn += 1) {
    const records = FORMS[format](turn).map((record) => JSON.stringify(record));
    const text = lines ? `${records.join('\n')}\n` : `${turn === 1 ? '' : ','}${records.join(',')}`;
    const bytes = Buffer.from(text);
    size += bytes.length;
    yield bytes;
  }
  if (!lines) yield Buffer.from(head === undefined ? ']' : ']}');
}

const parse = (bytes, lines) => {
  if (!lines) return JSON.parse(bytes.toString('utf8'));
  for (let from = 0; from < bytes.length; ) {
    const newline = bytes.indexOf(10, from);
    const end = newline === -1 ? bytes.length : newline;
    try {
      JSON.parse(bytes.toString('utf8', from, end));
    } catch {
      // A real file may have a line that is torn.
    }
    from = end + 1;
  }
};

/** The most memory that was in use beside the pieces, in MiB, while a long file was read that nobody holds. */
const held = (open, format) => {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  const reading = open();
  let most = 0;
  let pieces = 0;
  for (const piece of fileOf(format, LONG)) {
    reading.push(piece, true);
    pieces += 1;
    if (pieces % 500 === 0) most = Math.max(most, process.memoryUsage.rss() - before);
  }
  reading.finish();
  return most / MIB;
};

/** Measures the reader over some bytes, in the speed of JSON.parse. */
const measure = async (name, bytes, format, bound) => {
  const source = {
    async *open() {
      yield bytes;
    },
  };
  const transcript = must(await openTranscript(source));
  if (transcript.format !== format) throw new Error(`${format} was taken for ${transcript.format}`);
  const read = () => {
    const reading = transcript.read();
    for (let at = 0; at < bytes.length; at += PIECE) reading.push(bytes.subarray(at, at + PIECE), true);
    reading.finish();
  };
  const lines = format === 'codex' || format === 'plain' || format === 'claude-code';
  const { ns, faster } = compare({ read, parse: () => parse(bytes, lines) }, ROUNDS);
  report(name, faster('read', 'parse'), { ...bound, note: shown(ns('read')) });
  return transcript;
};

const SAMPLES = new URL('../../shared/transcripts/', import.meta.url);

const PARTS = {
  /** A generated file. */
  generated: async (format) => {
    const bytes = Buffer.concat([...fileOf(format, SIZE)]);
    const transcript = await measure(`${format}: reader`, bytes, format, { atLeast: 0.5 });
    const most = held(transcript.read, format);
    report(`${format}: memory in use over ${LONG / MIB} MiB, of that`, (most * MIB) / LONG, { atMost: 1 });
  },
  /** A real file, where there are any; of a short one the beginning of a reading would be measured. */
  real: (file) => {
    const bytes = readFileSync(new URL(file, SAMPLES));
    return measure(`${file}: reader`, bytes, file.startsWith('claude') ? 'claude-code' : file.split('-')[0], {});
  },
};

const [part, what] = process.argv.slice(2);
if (part === undefined) {
  process.stdout.write(
    'readers: each reader alone, in a process of its own, in the speed of JSON.parse over the same bytes\n',
  );
  const here = fileURLToPath(import.meta.url);
  const each = (name, values) => {
    for (const value of values) {
      const { status } = spawnSync(process.execPath, [here, name, value], { stdio: 'inherit' });
      if (status !== 0) process.exitCode = 1;
    }
  };
  each('generated', Object.keys(FORMS));
  if (existsSync(SAMPLES)) {
    const whole = readdirSync(SAMPLES).filter((name) => /^(?:claude|codex).*\.jsonl$/.test(name));
    each(
      'real',
      whole.filter((name) => statSync(new URL(name, SAMPLES)).size >= REAL_SIZE),
    );
  }
} else await PARTS[part](what);
