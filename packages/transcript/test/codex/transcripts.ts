/** Hand-made Codex transcripts, in the shape of 2025 unless said otherwise. */

export type Fields = Readonly<Record<string, unknown>>;

export const line = (type: string, payload: unknown, more: Fields = {}): string =>
  JSON.stringify({ timestamp: '2025-09-25T01:22:20.083Z', type, payload, ...more });

export const meta = (id = 'run', fields: Fields = {}): string => line('session_meta', { id, cwd: '/w', ...fields });

export const item = (payload: unknown): string => line('response_item', payload);

export const event = (type: string, fields: Fields = {}): string => line('event_msg', { type, ...fields });

export const compacted = (replacementHistory: unknown, fields: Fields = {}): string =>
  line('compacted', { message: '', replacement_history: replacementHistory, ...fields });

/** A message as an item; without an id, as old versions wrote it. */
export const message = (role: string, text: string, fields: Fields = {}): Fields => ({
  type: 'message',
  role,
  content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }],
  ...fields,
});

export const prompt = (text: string, fields: Fields = {}): Fields => message('user', text, fields);

export const call = (callId: string, fields: Fields = {}): Fields => ({
  type: 'function_call',
  name: 'shell',
  arguments: '{}',
  call_id: callId,
  ...fields,
});

export const output = (callId: string, text = 'done', fields: Fields = {}): Fields => ({
  type: 'function_call_output',
  call_id: callId,
  output: text,
  ...fields,
});

/** How many tokens the last answer was made from; a total that differs is another answer. */
export const size = (sent: number, total: number): string =>
  event('token_count', {
    info: { last_token_usage: { input_tokens: sent }, total_token_usage: { total_tokens: total } },
  });

/** A compaction that only the provider can read. */
export const sealed = (content = 'gAAAA'): Fields => ({ type: 'compaction', encrypted_content: content });
