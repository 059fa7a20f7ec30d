import { createHash } from 'node:crypto';

// Everything that differs from run to run in a real session is derived here: ids from a counter, times from a fixed start.
const SEED = 'ledger, March';
const START = Date.parse('2026-03-30T08:02:11.000Z');
const MODEL = 'example-model';
// What stands before the conversation in every call (instructions and tools of the agent), in tokens.
const PREAMBLE_TOKENS = 14_206;
const CHARACTERS_PER_TOKEN = 4;

const hash = (text) => createHash('sha256').update(`${SEED}/${text}`).digest();

const tokensOf = (content) => Math.round(JSON.stringify(content).length / CHARACTERS_PER_TOKEN);

/** Records a session in the line format of Claude Code: one JSON object for each thing that happened, in order. */
export class Recorder {
  #lines = [];
  #ids = 0;
  #now = START;
  #turnStart = START;
  #parent = null;
  #tokens = PREAMBLE_TOKENS;
  #cached = 0;
  #common;
  #backups = new Map();

  /** @param {string} cwd the folder that the session claims to run in */
  constructor(cwd) {
    this.#common = {
      isSidechain: false,
      userType: 'external',
      cwd,
      sessionId: this.#uuid(),
      version: '2.1.29',
      gitBranch: 'main',
      slug: 'patient-counting-heron',
    };
  }

  /** The records so far, each on a line of its own. */
  get text() {
    return this.#lines.map((line) => `${line}\n`).join('');
  }

  #uuid() {
    this.#ids += 1;
    const hex = hash(`uuid ${this.#ids}`).toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  }

  #id(head) {
    this.#ids += 1;
    return head + hash(`${head} ${this.#ids}`).toString('base64').replace(/[+/=]/g, '').slice(0, 22);
  }

  #tick() {
    this.#now += 700 + (hash(`tick ${this.#lines.length}`).readUInt16BE(0) % 5200);
    return new Date(this.#now).toISOString();
  }

  #add(record) {
    this.#lines.push(JSON.stringify(record));
  }

  /** Adds a record to the chain: its parent is the one before it unless said otherwise. */
  #chain(fields, { parent = this.#parent, uuid = this.#uuid() } = {}) {
    const { before = {}, after = {} } = fields;
    this.#add({
      parentUuid: parent,
      ...before,
      ...this.#common,
      ...after,
      uuid,
      timestamp: this.#tick(),
      ...fields.last,
    });
    this.#parent = uuid;
    return uuid;
  }

  /** A message of the operator, with the state of the edited files that goes before it. */
  operator(text) {
    const uuid = this.#uuid();
    const timestamp = this.#tick();
    this.#turnStart = this.#now;
    const snapshot = { messageId: uuid, trackedFileBackups: Object.fromEntries(this.#backups), timestamp };
    this.#add({ type: 'file-history-snapshot', messageId: uuid, snapshot, isSnapshotUpdate: false });
    const after = { type: 'user', message: { role: 'user', content: text } };
    const last = { thinkingMetadata: { maxThinkingTokens: 31999 }, permissionMode: 'acceptEdits' };
    this.#chain({ after, last }, { uuid });
    this.#tokens += tokensOf(text);
  }

  /**
   * One answer of the model: a record for each block, all under one message id. Gives each tool call with the record
   * that holds it, in order.
   * @param {{ thinking?: string, text?: string, tools?: { name: string, input: object }[] }} answer
   */
  model({ thinking, text, tools = [] }) {
    const calls = tools.map((tool) => ({ ...tool, id: this.#id('toolu_01') }));
    const blocks = [
      ...(thinking === undefined ? [] : [{ type: 'thinking', thinking, signature: '' }]),
      ...(text === undefined ? [] : [{ type: 'text', text }]),
      ...calls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input })),
    ];
    const [id, requestId, usage] = [this.#id('msg_01'), this.#id('req_011C'), this.#usage(blocks)];
    const records = blocks.map((block) => {
      const message = { model: MODEL, id, type: 'message', role: 'assistant', content: [block] };
      const after = {
        message: { ...message, stop_reason: null, stop_sequence: null, usage },
        requestId,
        type: 'assistant',
      };
      return this.#chain({ after });
    });
    return calls.map((call, n) => ({ ...call, record: records[blocks.length - calls.length + n] }));
  }

  #usage(blocks) {
    const written = this.#tokens - this.#cached - 4;
    const usage = {
      input_tokens: 4,
      cache_creation_input_tokens: written,
      cache_read_input_tokens: this.#cached,
      cache_creation: { ephemeral_5m_input_tokens: written, ephemeral_1h_input_tokens: 0 },
      output_tokens: tokensOf(blocks),
      service_tier: 'standard',
    };
    this.#cached = this.#tokens;
    this.#tokens += usage.output_tokens;
    return usage;
  }

  /** What a tool gave back: the text that the model is shown, and beside it what the agent keeps for itself. */
  result({ id, record }, { content, failed, beside, edited }) {
    const block = {
      tool_use_id: id,
      type: 'tool_result',
      content,
      ...(failed === undefined ? {} : { is_error: failed }),
    };
    const after = { type: 'user', message: { role: 'user', content: [block] } };
    this.#chain({ after, last: { toolUseResult: beside, sourceToolAssistantUUID: record } }, { parent: record });
    this.#tokens += tokensOf(block);
    if (edited !== undefined) this.#backUp(edited);
  }

  #backUp(path) {
    const version = (this.#backups.get(path)?.version ?? 0) + 1;
    const backupFileName = `${hash(path).toString('hex').slice(0, 16)}@v${version}`;
    this.#backups.set(path, { backupFileName, version, backupTime: new Date(this.#now).toISOString() });
  }

  /** The end of a turn: the agent waits for the operator again, who takes `pauseMs` to answer. */
  endTurn(pauseMs = 95_000) {
    const after = { type: 'system', subtype: 'turn_duration', durationMs: this.#now - this.#turnStart };
    this.#chain({ after, last: { isMeta: false } });
    this.#now += pauseMs;
  }

  /** The context is replaced by a summary of it, as the agent does by itself when there is little room left. */
  compact(summary) {
    const before = { logicalParentUuid: this.#parent };
    const compactMetadata = { trigger: 'auto', preTokens: this.#tokens };
    const after = { type: 'system', subtype: 'compact_boundary', content: 'Context compacted', isMeta: false };
    this.#chain({ before, after, last: { level: 'info', compactMetadata } }, { parent: null });
    const message = { role: 'user', content: summary };
    this.#chain({ after: { type: 'user', message, isVisibleInTranscriptOnly: true, isCompactSummary: true } });
    this.#cached = PREAMBLE_TOKENS;
    this.#tokens = PREAMBLE_TOKENS + tokensOf(summary);
  }
}
