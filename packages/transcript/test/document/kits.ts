/** Hand-made documents of each format: how a message and what is around the messages are written. */
export interface Kit {
  readonly format: string;
  /** A message by its number, with something to say; the odd ones are the model's. */
  message(number: number, text: string): Readonly<Record<string, unknown>>;
  /** What stands around the messages; null for a bare array. */
  readonly around: Readonly<Record<string, unknown>> | null;
}

const role = (number: number): string => (number % 2 === 0 ? 'user' : 'assistant');

export const KITS: readonly Kit[] = [
  {
    format: 'gemini',
    message: (number, text) => ({
      id: `id-${number}`,
      timestamp: 't',
      type: number % 2 === 0 ? 'user' : 'gemini',
      content: text,
    }),
    around: { sessionId: 's-1', projectHash: 'p', startTime: 't' },
  },
  {
    format: 'opencode',
    message: (number, text) => ({
      info: { id: `msg_${number}`, role: role(number), sessionID: 'ses_1', time: { created: number } },
      parts: [{ type: 'text', text }],
    }),
    around: { info: { id: 'ses_1', slug: 'a-b', directory: '/d' } },
  },
  {
    format: 'openai-messages',
    message: (number, text) => ({ role: role(number), content: text }),
    around: null,
  },
  {
    format: 'anthropic-messages',
    message: (number, text) => ({ role: role(number), content: [{ type: 'text', text }], id: `m${number}` }),
    around: { version: 1, sessionId: 's-1' },
  },
];

/** The document of a kit with these messages and further members behind them. */
export function documentOf({ around }: Kit, messages: readonly unknown[], behind: object = {}): unknown {
  return around === null ? messages : { ...around, messages, ...behind };
}
