// Small sessions in Claude Code's format, for tests that know what they hold.

let serial = 0;
const uuid = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

/** Builds the lines of one session; each call chains to the one before. */
export class Session {
  readonly lines: string[] = [];
  readonly #id: string;
  #count = 0;
  #parent: string | null = null;

  constructor() {
    serial += 1;
    this.#id = `session-${serial}`;
  }

  /** The uuid of the last record. */
  get tip(): string {
    return this.#parent ?? '';
  }

  /** Another session that begins behind the last record of this one. */
  after(): Session {
    const next = new Session();
    next.#parent = this.tip;
    return next;
  }

  /** A record of a sub-agent, in the side-chain of `agent`; it does not stand before what follows. */
  aside(agent: string, parent: string | null, role: 'user' | 'assistant', text: string): string {
    this.#count += 1;
    const id = uuid(serial * 1000 + this.#count);
    this.lines.push(
      JSON.stringify({
        parentUuid: parent,
        isSidechain: true,
        agentId: agent,
        sessionId: this.#id,
        type: role,
        uuid: id,
        message: { id: `msg_${this.#count}`, role, content: text },
      }),
    );
    return id;
  }

  #push(record: Record<string, unknown>, { root = false } = {}): this {
    this.#count += 1;
    const id = uuid(serial * 1000 + this.#count);
    this.lines.push(
      JSON.stringify({
        parentUuid: root ? null : this.#parent,
        isSidechain: false,
        sessionId: this.#id,
        version: '2.1.20',
        timestamp: '2026-02-03T04:05:06.000Z',
        uuid: id,
        ...record,
      }),
    );
    this.#parent = id;
    return this;
  }

  prompt(text: string): this {
    return this.#push({ type: 'user', message: { role: 'user', content: text }, permissionMode: 'default' });
  }

  reply(text: string): this {
    return this.#push({
      type: 'assistant',
      message: { id: `msg_${this.#count}`, role: 'assistant', content: [{ type: 'text', text }] },
    });
  }

  call(name: string, input: object): this {
    const id = `toolu_${this.#count + 1}`;
    return this.#push({
      type: 'assistant',
      message: { id: `msg_${this.#count}`, role: 'assistant', content: [{ type: 'tool_use', id, name, input }] },
    });
  }

  result(text: string): this {
    const content = [{ tool_use_id: `toolu_${this.#count}`, type: 'tool_result', content: text }];
    return this.#push({ type: 'user', message: { role: 'user', content }, toolUseResult: { stdout: text } });
  }

  /** A whole read of a text, or of its lines from one to another; or what is nearly one. */
  read(
    path: string,
    text: string,
    {
      from = 1,
      to = text.split('\n').length,
      shown = '',
      error = false,
      tool = 'Read',
      asked = path,
      by = 'user' as 'user' | 'assistant',
    } = {},
  ): this {
    const lines = text.split('\n');
    const part = lines.slice(from - 1, to);
    const rendered = part.map((line, at) => `${String(from + at).padStart(6)}→${line}`).join('\n');
    this.call(tool, { file_path: asked });
    const content = [
      {
        tool_use_id: `toolu_${this.#count}`,
        type: 'tool_result',
        content: shown === '' ? rendered : shown,
        ...(error ? { is_error: true } : {}),
      },
    ];
    const file = {
      filePath: path,
      content: part.join('\n'),
      numLines: part.length,
      startLine: from,
      totalLines: lines.length,
    };
    return this.#push({ type: by, message: { role: by, content }, toolUseResult: { type: 'text', file } });
  }

  /** An edit, whose record holds the text as it was before. */
  edit(path: string, originalFile: string): this {
    this.call('Edit', { file_path: path });
    const content = [{ tool_use_id: `toolu_${this.#count}`, type: 'tool_result', content: 'The file was updated.' }];
    return this.#push({
      type: 'user',
      message: { role: 'user', content },
      toolUseResult: { filePath: path, originalFile, oldString: 'a', newString: 'b' },
    });
  }

  beside(): this {
    return this.#push({ type: 'system', subtype: 'turn_duration', durationMs: 12 });
  }

  compact(trigger: 'auto' | 'manual', summary: string): this {
    this.#push(
      {
        type: 'system',
        subtype: 'compact_boundary',
        content: 'Conversation compacted',
        compactMetadata: { trigger, preTokens: 9 },
      },
      { root: true },
    );
    return this.#push({
      type: 'user',
      message: { role: 'user', content: summary },
      isCompactSummary: true,
      isVisibleInTranscriptOnly: true,
    });
  }

  text(): string {
    return `${this.lines.join('\n')}\n`;
  }
}

/** A session of eleven records: nine in the context, a turn duration and a boundary beside it; six left at the boundary. */
export const worked = (): Session =>
  new Session()
    .prompt('The limit is 47 entries; never change it.')
    .reply('Understood.')
    .call('Read', { file_path: '/project/ledger.js' })
    .result('     1→export const limit = 47;\n')
    .reply('The limit is 47 “entries”.')
    .beside()
    .prompt('Go on.')
    .compact('auto', 'The limit is about 40.')
    .reply('Going on with the limit of 40.')
    .prompt('Which limit?');
