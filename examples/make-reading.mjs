// Makes examples/reading: three materials, a goal, and the session of an agent that read one of them, half of another, and says
// that it has read all three. Run from the project's folder: node examples/make-reading.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { rawContentId } from '@ken/address';

const folder = new URL('reading/', import.meta.url);
const at = (name) => new URL(name, folder);
const cwd = '/project/reading';
const lines = [];
let parent = null;

const record = (type, message, rest = {}) => {
  const number = String(lines.length + 1).padStart(12, '0');
  const uuid = `7a1c0f6e-52d4-4b0e-9c3a-${number}`;
  lines.push(
    JSON.stringify({
      parentUuid: parent,
      isSidechain: false,
      userType: 'external',
      cwd,
      sessionId: '0d9b7a52-3c1e-4f7d-8a66-5f0e2b9d1c44',
      version: '2.1.20',
      type,
      message,
      uuid,
      timestamp: `2026-02-10T09:${String(lines.length).padStart(2, '0')}:00.000Z`,
      ...rest,
    }),
  );
  parent = uuid;
};

const reply = (content) => record('assistant', { id: `msg_${lines.length + 1}`, role: 'assistant', content });

const read = (name, count) => {
  const all = readFileSync(at(name), 'utf8').split('\n');
  const part = all.slice(0, count ?? all.length);
  const filePath = `${cwd}/${name}`;
  const id = `toolu_${lines.length + 1}`;
  reply([{ type: 'tool_use', id, name: 'Read', input: { file_path: filePath, ...(count && { limit: count }) } }]);
  const shown = part.map((line, index) => `${String(index + 1).padStart(6)}→${line}`).join('\n');
  const file = { filePath, content: part.join('\n'), numLines: part.length, startLine: 1, totalLines: all.length };
  record(
    'user',
    { role: 'user', content: [{ tool_use_id: id, type: 'tool_result', content: shown }] },
    { toolUseResult: { type: 'text', file } },
  );
};

record(
  'user',
  { role: 'user', content: 'Break the statement into pages. Read the three documents first.' },
  { permissionMode: 'default' },
);
read('statement-rules.md');
read('test-plan.md', 6);
reply([
  { type: 'text', text: 'I have read statement-rules.md, test-plan.md and entry-format.md, and will begin now.' },
]);
writeFileSync(at('session.jsonl'), `${lines.join('\n')}\n`);

const revisions = { 'statement-rules': 'r3', 'test-plan': 'r2', 'entry-format': 'r7' };
const materials = Object.entries(revisions).map(
  ([material, revision]) =>
    `  - material: ${material}\n    revision: ${revision}\n    content: ${rawContentId(readFileSync(at(`${material}.md`)))}\n    root: here\n    path: ${material}.md\n`,
);
writeFileSync(
  at('locations.yaml'),
  `# yaml-language-server: $schema=../../schemas/locations.schema.json\n# Where the revisions of the materials are: private, and copied into no output of ken.\nschema_version: ken_locations_v0\nroots: { here: . }\nmaterials:\n${materials.join('')}`,
);
