import { createHash } from 'node:crypto';

/** Text of some length that nothing else repeats. */
const filler = (of: string, length: number): string => {
  let text = '';
  for (let n = 0; text.length < length; n += 1) text += createHash('sha256').update(`${of} ${n}`).digest('hex');
  return text.slice(0, length);
};

/**
 * A session in which a person says long things, as a file: of the same name and fewer prompts it is the beginning of the one
 * with more.
 */
export const longSession = (name: string, prompts: number, length: number): string => {
  const id = createHash('sha256').update(name).digest('hex');
  const uuid = (n: number): string => `${id.slice(0, 8)}-0000-4000-8000-${String(n).padStart(12, '0')}`;
  const lines = Array.from({ length: prompts }, (_, n) =>
    JSON.stringify({
      parentUuid: n === 0 ? null : uuid(n - 1),
      isSidechain: false,
      sessionId: `session-${name}`,
      version: '2.1.20',
      timestamp: '2026-02-03T04:05:06.000Z',
      uuid: uuid(n),
      type: 'user',
      message: { role: 'user', content: filler(`${name} ${n}`, length) },
      permissionMode: 'default',
    }),
  );
  return `${lines.join('\n')}\n`;
};
