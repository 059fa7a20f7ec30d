import { type Finding, type Reading, recognise, type TranscriptRecord } from '../../src/index.ts';

/** Hand-made Claude Code transcripts. */

export type Fields = Readonly<Record<string, unknown>>;

let made = 0;

/** A record's line: a uuid of its own and no word of a parent, unless the fields say otherwise. */
export function line(fields: Fields): string {
  made += 1;
  return JSON.stringify({ isSidechain: false, sessionId: 's', uuid: `uuid-${made}`, ...fields });
}

export const user = (content: unknown, fields: Fields = {}): string =>
  line({ type: 'user', message: { role: 'user', content }, ...fields });

export const assistant = (content: unknown, fields: Fields = {}): string =>
  line({ type: 'assistant', message: { role: 'assistant', content }, ...fields });

export const system = (subtype: string, fields: Fields = {}): string => line({ type: 'system', subtype, ...fields });

export const attachment = (type: unknown, fields: Fields = {}): string =>
  line({ type: 'attachment', attachment: { type, ...fields } });

export const boundary = (compactMetadata: Fields = { trigger: 'auto', preTokens: 1 }, fields: Fields = {}): string =>
  system('compact_boundary', { compactMetadata, ...fields });

export const summary = (text: string, fields: Fields = {}): string =>
  user(text, { isCompactSummary: true, isVisibleInTranscriptOnly: true, ...fields });

/** What the reader says of a file. */
export interface Told {
  readonly records: readonly TranscriptRecord[];
  readonly tail: Uint8Array;
  readonly findings: readonly Finding[];
  readonly reading: Reading;
}

/** Reads bytes as a file of a format that must be recognised. */
export function tell(bytes: Uint8Array, chunk = bytes.length): Told {
  const recognised = recognise(bytes, true);
  if (!recognised.ok) {
    throw new Error(recognised.refusal.code);
  }
  const reading = recognised.value.open();
  const records: TranscriptRecord[] = [];
  for (let at = 0; at < bytes.length; at += chunk) {
    records.push(...reading.push(bytes.subarray(at, at + chunk)));
  }
  const { records: last, tail, findings: atEnd } = reading.finish();
  records.push(...last);
  return { records, tail, findings: [...records.flatMap(({ findings }) => findings), ...atEnd], reading };
}

/** Reads lines as a file. */
export function tellLines(...lines: readonly string[]): Told {
  return tell(Buffer.from(lines.join('\n')));
}

/** The bytes that the model saw of a record, as text. */
export function shown({ bytes, context }: TranscriptRecord): string | null {
  return context && Buffer.from(bytes.subarray(context.span.start, context.span.end)).toString();
}

/** A finding in short. */
export const inShort = ({ code, record, facts }: Finding): unknown => [code, record, facts];

/** Why something left, who decided, and the text that left, record by record. */
export function departuresIn({ records }: Told): unknown[] {
  return records.flatMap(({ index, departures }) =>
    departures.map(({ cause, by, parts }) => [
      index,
      cause,
      by,
      parts.map((part) => {
        const bytes = records[part.record]?.bytes ?? new Uint8Array();
        return part.spans.map(({ start, end }) => Buffer.from(bytes.subarray(start, end)).toString()).join('|');
      }),
    ]),
  );
}

/** A call of a tool, one of an answer. */
export const call = (id: string, answer: string, fields: Fields = {}): string =>
  line({
    type: 'assistant',
    message: { id: answer, role: 'assistant', content: [{ type: 'tool_use', id, name: 'Read', input: {} }] },
    ...fields,
  });

/** The result of a call. */
export const result = (id: string, content: unknown, fields: Fields = {}): string =>
  user([{ tool_use_id: id, type: 'tool_result', content }], fields);

/** A record of the queue. */
export const queue = (operation: string, content?: unknown): string =>
  line({ type: 'queue-operation', uuid: undefined, operation, content });
