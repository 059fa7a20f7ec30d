import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const CONTEXT_LINES = 4;
const PATCH_LINES = 3;

const numbered = (lines, first) => lines.map((line, n) => `${String(first + n).padStart(6)}→${line}`).join('\n');

const shared = (a, b) => {
  let n = 0;
  while (n < a.length && n < b.length && a[n] === b[n]) n += 1;
  return n;
};

/** The one hunk between two texts that differ in one place. */
const patchOf = (before, after) => {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const head = shared(old, now);
  const tail = shared(old.slice(head).reverse(), now.slice(head).reverse());
  const from = Math.max(0, head - PATCH_LINES);
  const to = Math.min(old.length, old.length - tail + PATCH_LINES);
  const lines = [
    ...old.slice(from, head).map((line) => ` ${line}`),
    ...old.slice(head, old.length - tail).map((line) => `-${line}`),
    ...now.slice(head, now.length - tail).map((line) => `+${line}`),
    ...old.slice(old.length - tail, to).map((line) => ` ${line}`),
  ];
  const newLines = to - from + now.length - old.length;
  return [{ oldStart: from + 1, oldLines: to - from, newStart: from + 1, newLines, lines }];
};

/**
 * The tools of an agent, really at work on a copy of a folder in a temporary place. Each gives the text that the model
 * is shown (`content`) and what the agent keeps beside it; the temporary place appears in both as `project`.
 */
export class Workshop {
  #folder;
  #project;

  /** @param {string} source the folder to copy @param {string} project the path that it is known by */
  constructor(source, project) {
    this.#folder = join(realpathSync(mkdtempSync(join(tmpdir(), 'ken-example-'))), 'project');
    this.#project = project;
    cpSync(source, this.#folder, { recursive: true });
  }

  close() {
    rmSync(dirname(this.#folder), { recursive: true, force: true });
  }

  #place(path) {
    return join(this.#folder, path.slice(this.#project.length));
  }

  use({ name, input }) {
    const tools = { Read: this.#read, Edit: this.#edit, Write: this.#write, Bash: this.#bash };
    return tools[name].call(this, input);
  }

  #read({ file_path: filePath, offset = 1, limit = 2000 }) {
    const all = readFileSync(this.#place(filePath), 'utf8').split('\n');
    const lines = all.slice(offset - 1, offset - 1 + limit);
    const content = lines.join('\n');
    const file = { filePath, content, numLines: lines.length, startLine: offset, totalLines: all.length };
    return { content: numbered(lines, offset), beside: { type: 'text', file } };
  }

  #edit({ file_path: filePath, old_string: oldString, new_string: newString }) {
    const before = readFileSync(this.#place(filePath), 'utf8');
    if (before.split(oldString).length !== 2) throw new Error(`not exactly one place to edit in ${filePath}`);
    const at = before.indexOf(oldString);
    const after = before.slice(0, at) + newString + before.slice(at + oldString.length);
    writeFileSync(this.#place(filePath), after);
    const first = before.slice(0, at).split('\n').length;
    const last = first + newString.split('\n').length - 1;
    const from = Math.max(1, first - CONTEXT_LINES);
    const snippet = after.split('\n').slice(from - 1, last + CONTEXT_LINES);
    return {
      content: `Updated ${filePath}, which now reads at that place:\n${numbered(snippet, from)}`,
      beside: {
        filePath,
        oldString,
        newString,
        originalFile: before,
        structuredPatch: patchOf(before, after),
        userModified: false,
        replaceAll: false,
      },
      edited: filePath.slice(this.#project.length + 1),
    };
  }

  /** Only a file that is not there yet. */
  #write({ file_path: filePath, content }) {
    writeFileSync(this.#place(filePath), content, { flag: 'wx' });
    return {
      content: `Created ${filePath}`,
      beside: { type: 'create', filePath, content, structuredPatch: [], originalFile: null },
      edited: filePath.slice(this.#project.length + 1),
    };
  }

  #bash({ command }) {
    const env = { PATH: `${dirname(process.execPath)}:${process.env.PATH}`, LC_ALL: 'C' };
    const run = spawnSync('sh', ['-c', command], { cwd: this.#folder, env, encoding: 'utf8' });
    if (run.error !== undefined) throw run.error;
    const [stdout, stderr] = [run.stdout, run.stderr].map((text) =>
      text.trimEnd().replaceAll(this.#folder, this.#project),
    );
    const shown = [stdout, stderr].filter((text) => text !== '').join('\n');
    if (run.status === 0)
      return { content: shown, failed: false, beside: { stdout, stderr, interrupted: false, isImage: false } };
    const content = `Exit code ${run.status}\n${shown}`;
    return { content, failed: true, beside: `Error: ${content}` };
  }
}
