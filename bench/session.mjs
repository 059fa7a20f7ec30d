// A session in Claude Code's format: turns of a prompt, a call, its result and a reply, and a compaction now and then.
const TURNS_BETWEEN = 120;

const WORDS =
  'the file holds a list of entries which is read once and then kept until the next change of its name'.split(' ');

/** Text that varies: `count` words from a place that depends on `seed`. */
export const prose = (seed, count) =>
  Array.from(
    { length: count },
    (_, i) => `${WORDS[(seed * 7 + i * (1 + (seed % 5))) % WORDS.length]}${(seed + i) % 97}`,
  ).join(' ');

/** The bytes of a session of at least `length` bytes, each record on a line of its own. */
export const session = (length) => {
  const lines = [];
  let size = 0;
  let count = 0;
  let parent = null;
  const push = (record) => {
    count += 1;
    const uuid = `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
    const line = `${JSON.stringify({ parentUuid: parent, isSidechain: false, sessionId: 'bench', version: '2.1.20', uuid, ...record })}\n`;
    lines.push(line);
    size += Buffer.byteLength(line);
    parent = uuid;
  };
  const said = (content) =>
    push({ type: 'assistant', message: { id: `msg_${count}`, role: 'assistant', content: [content] } });
  const heard = (content, rest) => push({ type: 'user', message: { role: 'user', content }, ...rest });
  for (let turn = 1; size < length; turn += 1) {
    heard(prose(turn, 30));
    const id = `toolu_${turn}`;
    said({ type: 'tool_use', id, name: 'Read', input: { file_path: `/project/${turn}.js` } });
    const text = prose(turn, 600);
    heard([{ tool_use_id: id, type: 'tool_result', content: text }], { toolUseResult: { stdout: text } });
    said({ type: 'text', text: prose(turn, 120) });
    if (turn % TURNS_BETWEEN > 0) continue;
    parent = null;
    push({
      type: 'system',
      subtype: 'compact_boundary',
      content: 'Conversation compacted',
      compactMetadata: { trigger: 'auto', preTokens: 9 },
    });
    heard(prose(turn, 300), { isCompactSummary: true, isVisibleInTranscriptOnly: true });
  }
  return Buffer.from(lines.join(''));
};
