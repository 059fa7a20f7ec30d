import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rawContentId } from '@ken/address';
import { ken, type Outcome, scratch } from './ken.ts';

export const rules = Array.from({ length: 8 }, (_, at) => `Rule ${at + 1}: a statement is broken after entry ${at}.`)
  .join('\n')
  .concat('\n');

export const idOf = (text: string | Uint8Array): string =>
  rawContentId(typeof text === 'string' ? new TextEncoder().encode(text) : text);

interface Registered {
  readonly revision: string;
  readonly content?: string;
  readonly path?: string;
}

/** A folder with a git repository, a goal with one material in it, and a map of where it is. */
export class Place {
  readonly cwd = scratch();
  readonly repository = join(this.cwd, 'repo');

  constructor(text = rules) {
    mkdirSync(this.repository);
    this.git('init', '-q', '-b', 'main');
    this.write('rules.md', text);
    this.git('add', 'rules.md');
    this.commit('first');
    this.register({ revision: 'r1', content: idOf(text) });
  }

  git(...words: string[]): void {
    const author = {
      GIT_AUTHOR_NAME: 'a',
      GIT_AUTHOR_EMAIL: 'a@example.org',
      GIT_COMMITTER_NAME: 'a',
      GIT_COMMITTER_EMAIL: 'a@example.org',
    };
    execFileSync('git', words, {
      cwd: this.repository,
      env: { PATH: process.env['PATH'], HOME: this.cwd, GIT_CONFIG_NOSYSTEM: '1', ...author },
      stdio: 'pipe',
    });
  }

  commit(message: string): void {
    this.git('commit', '-q', '-a', '-m', message);
  }

  at(name: string): string {
    return join(this.repository, name);
  }

  write(name: string, text: string): void {
    writeFileSync(this.at(name), text);
  }

  text(name = 'rules.md'): string {
    return readFileSync(this.at(name), 'utf8');
  }

  /** Makes a revision the registered one; the map has it beside the earlier ones. */
  register(...revisions: [Registered, ...Registered[]]): void {
    const [now] = revisions;
    const authority = { project_materials: { rules: { revision: now.revision, boundary: 'public' } } };
    const needs = ['builder', 'reviewer'].map((agent_id) => ({ agent_id, required_materials: ['rules'] }));
    writeFileSync(
      join(this.cwd, 'goal.json'),
      JSON.stringify({ goal_id: 'pages', authority_registry: authority, agent_profiles: needs }),
    );
    const materials = revisions.map(({ revision, content, path = 'rules.md' }) => ({
      material: 'rules',
      revision,
      ...(content === undefined ? {} : { content }),
      root: 'repo',
      path,
    }));
    writeFileSync(
      join(this.cwd, 'locations.json'),
      JSON.stringify({ schema_version: 'ken_locations_v0', roots: { repo: 'repo' }, materials }),
    );
  }

  ken(words: readonly string[], options: { uid?: number } = {}): Outcome {
    const env = { KEN_STORE: join(this.cwd, 'store.db'), KEN_LOCATIONS: join(this.cwd, 'locations.json') };
    return ken(words, { cwd: this.cwd, env, ...options });
  }

  deliver(agent = 'builder', ...rest: string[]): Outcome {
    return this.ken(['deliver', 'rules', '--to', agent, '--goal', 'goal.json', ...rest]);
  }

  /** How the bytes of today stand to the registered revision, and what --check says. */
  today(): { readonly state: string; readonly fault: string | null; readonly exit: number | null } {
    const told = this.ken(['revisions', '--goal', 'goal.json', '--check', '--json']);
    const [row] = JSON.parse(told.out).materials;
    return { state: row.state, fault: row.fault, exit: told.exit };
  }

  /** The state of the material for an agent, by all that was delivered here. */
  state(agent = 'builder'): string {
    const receipts = this.ken(['receipts', '--goal', 'goal.json', '--agent', agent]);
    writeFileSync(join(this.cwd, 'receipts.jsonl'), receipts.out.trim() === '' ? '[]' : receipts.out);
    const frontier = this.ken([
      'frontier',
      '--goal',
      'goal.json',
      '--agent',
      agent,
      '--receipts',
      'receipts.jsonl',
      '--json',
    ]);
    return JSON.parse(frontier.out).items[0].state;
  }
}
