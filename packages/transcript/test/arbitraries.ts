import fc from 'fast-check';

/** Generators of JSON text, whole and damaged, and of files of records. */

const SPACES = ['', '', '', ' ', '\n', '\r\n', '\t  '] as const;

/** Strings with what readers of JSON trip over: escapes, quotes, code points of every length, lone surrogates. */
export const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc
    .array(fc.constantFrom('a', '"', '\\', '\n', '\u0000', '\u2028', 'é', '中', '😀', '\ud800', '\udc00', '/'), {
      maxLength: 8,
    })
    .map((parts) => parts.join('')),
);

/** A string as JSON text, its characters escaped in one of the ways that JSON allows. */
const quoted = fc.tuple(text, fc.infiniteStream(fc.constantFrom(true, false))).map(([value, escapes]) => {
  let out = '"';
  for (let index = 0; index < value.length; index += 1) {
    const unit = value.charCodeAt(index);
    const letter = value.charAt(index);
    const must = unit < 0x20 || letter === '"' || letter === '\\' || (unit >= 0xd800 && unit < 0xe000);
    out += must || escapes.next().value === true ? `\\u${unit.toString(16).padStart(4, '0')}` : letter;
  }
  return `${out}"`;
});

const space = fc.constantFrom(...SPACES);

const scalar = fc.oneof(
  quoted,
  fc.constantFrom('true', 'false', 'null', '0', '-0', '10', '-1.5', '2e3', '0.25E-2', '1e+400'),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => JSON.stringify(number)),
);

/** JSON text with any white space between its tokens, repeated keys among the rest. */
export const jsonText: fc.Arbitrary<string> = fc.letrec<{ value: string; object: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc
      .tuple(space, fc.array(fc.tuple(tie('value'), space), { maxLength: 4 }))
      .map(([before, items]) => `[${before}${items.map(([item, after]) => `${item}${after}`).join(',')}]`),
    tie('object'),
  ),
  object: fc
    .tuple(
      space,
      fc.array(fc.tuple(space, fc.oneof(quoted, fc.constant('"a"')), space, tie('value')), { maxLength: 4 }),
    )
    .map(
      ([before, members]) =>
        `{${before}${members.map(([lead, key, gap, value]) => `${lead}${key}${gap}:${gap}${value}${lead}`).join(',')}}`,
    ),
})).value;

export const objectText = jsonText.map((value) => (value.startsWith('{') ? value : `{"a":${value}}`));

const DAMAGE = [...'{}[]",:\\\n\r\tu0eE+-.truefalsn1 /']
  .map((letter) => letter.charCodeAt(0))
  .concat(0, 0x1f, 0x7f, 0x80, 0xc3, 0xa9, 0xed, 0xa0, 0xef, 0xbb, 0xbf, 0xf0, 0xff);

/** Bytes of JSON text after a few of them were replaced, removed, doubled or cut off. */
export const damagedJson = fc
  .tuple(
    jsonText,
    fc.array(fc.tuple(fc.nat(), fc.constantFrom('replace', 'insert', 'remove', 'cut'), fc.constantFrom(...DAMAGE)), {
      minLength: 1,
      maxLength: 3,
    }),
  )
  .map(([source, edits]) => {
    let bytes = [...Buffer.from(source)];
    for (const [place, edit, byte] of edits) {
      const at = place % (bytes.length + 1);
      if (edit === 'replace') {
        bytes[at] = byte;
      } else if (edit === 'insert') {
        bytes.splice(at, 0, byte);
      } else if (edit === 'remove') {
        bytes.splice(at, 1);
      } else {
        bytes = bytes.slice(0, at);
      }
    }
    return Uint8Array.from(bytes);
  });

const PIECES = [
  '{',
  '}',
  '[',
  ']',
  '"',
  '"a"',
  ':',
  ',',
  '1',
  'true',
  ' ',
  '\n',
  '\n',
  '\r\n',
  '\0',
  '{}',
  '{"a":1}',
  '{"a":',
  '\\',
];

/** Bytes that keep beginning and breaking objects, with gaps of every kind between them. */
export const rubble = fc
  .array(
    fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(...PIECES).map((piece) => Buffer.from(piece)) },
      {
        weight: 1,
        arbitrary: fc.constantFrom([0xef], [0xef, 0xbb, 0xbf], [0xff], [0xc3, 0xa9]).map((piece) => Buffer.from(piece)),
      },
      { weight: 1, arbitrary: objectText.map((piece) => Buffer.from(piece)) },
    ),
    { maxLength: 40 },
  )
  .map((pieces) => new Uint8Array(Buffer.concat(pieces)));

/** The same bytes in chunks of the given sizes, over and over. */
export function chunksOf(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  let at = 0;
  for (let turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? bytes.length;
    chunks.push(bytes.slice(at, at + size));
    at += size;
  }
  return chunks;
}

export const chunkSizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
