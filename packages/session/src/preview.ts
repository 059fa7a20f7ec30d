const previewLength = 240;

/** The strings a person would read in a value of a message, in order; keys that only name or type things are left out. */
const readable = (value: unknown, key = ''): string[] => {
  if (typeof value === 'string')
    return ['type', 'id', 'tool_use_id', 'signature', 'media_type', 'uuid', 'data'].includes(key) ? [] : [value];
  if (Array.isArray(value)) return value.flatMap((one) => readable(one, key));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, one]) => readable(one, name));
  return [];
};

/** The strings of a piece of JSON, as what remains of a record when a value was taken out of it; its bare text where it has none. */
const fragmentText = (text: string): string => {
  const strings: string[] = [];
  let key = '';
  for (const [, literal = '', colon] of text.matchAll(/("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?/gsu)) {
    let value: unknown;
    try {
      value = JSON.parse(literal);
    } catch {
      continue;
    }
    if (colon !== undefined) key = String(value);
    else {
      strings.push(...readable(value, key));
      key = '';
    }
  }
  return strings.length === 0 ? text : strings.join('\n\n');
};

/**
 * JSON text decoded for reading: a string as its text, anything else as the strings it holds, a blank line between two.
 * Of a piece of JSON its whole strings; what has none is given as UTF-8 text. For people only; no id is ever made of it.
 */
export const readableText = (bytes: Uint8Array): string => {
  const text = new TextDecoder().decode(bytes);
  try {
    return readable(JSON.parse(text)).join('\n\n');
  } catch {
    return fragmentText(text);
  }
};

// A value larger than this is shown as it is written: decoding all of it for one line would cost many times its size.
const decodedBytes = 256 * 1024;

/** The beginning of `readableText` on one line, at most 240 code points. */
export const previewOf = (bytes: Uint8Array): string => {
  const text =
    bytes.length > decodedBytes ? new TextDecoder().decode(bytes.subarray(0, 4 * previewLength)) : readableText(bytes);
  const line = text.replace(/\s+/gu, ' ').trim();
  const points = [...line.slice(0, previewLength * 2)];
  return points.length > previewLength ? `${points.slice(0, previewLength - 1).join('')}…` : points.join('');
};
