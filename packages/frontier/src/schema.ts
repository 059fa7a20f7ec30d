/** A JSON Schema (2020-12), as far as this package writes one. */
export type Schema = { readonly [keyword: string]: unknown };

/** Text as people write it: a number stands for its JSON text. */
export const said = (about: string, limit = Number.POSITIVE_INFINITY): Schema => ({
  // A limit counts what is left once white space is collapsed, which no keyword can say.
  description: Number.isFinite(limit) ? `${about} At most ${limit} characters once white space is collapsed.` : about,
  type: ['string', 'number', 'null'],
});

/** Text as this package writes it: there, not blank, and within its limit. */
export const text = (limit = Number.POSITIVE_INFINITY): Schema => ({
  type: 'string',
  minLength: 1,
  ...(Number.isFinite(limit) && { maxLength: limit }),
});

export const count: Schema = { type: 'integer', minimum: 0 };

export const constant = (value: unknown): Schema => ({ const: value });

export const listOf = (items: Schema): Schema => ({ type: 'array', items });

export const oneOrMany = (one: Schema): Schema => ({ anyOf: [one, listOf(one)] });

/** An object that people write: names that are not described are ignored. */
export const open = (properties: { readonly [name: string]: Schema }, required: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
});

/** An object that this package writes: exactly these names, all but the optional ones always there. */
export const closed = (
  properties: { readonly [name: string]: Schema },
  optional: { readonly [name: string]: Schema } = {},
): Schema => ({
  type: 'object',
  properties: { ...properties, ...optional },
  required: Object.keys(properties),
  additionalProperties: false,
});

/** The same schema under every name of a list. */
export const each = (names: Iterable<string>, schema: Schema): { readonly [name: string]: Schema } =>
  Object.fromEntries([...names].map((name) => [name, schema]));
