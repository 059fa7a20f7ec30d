type Dict = { readonly [name: string]: unknown };

const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

const KNOWN = new Set(
  '$schema $defs title description examples type const enum anyOf properties required additionalProperties items minLength maxLength maxItems maxProperties minimum pattern'.split(
    ' ',
  ),
);

/** Checks a value by the keywords that the schemas use, and says where it is not valid; other keywords throw. */
export function invalid(schema: Dict, value: unknown, path = '$', root: Dict = schema): string[] {
  if (typeof schema['$ref'] === 'string') {
    const target = (root['$defs'] as Dict | undefined)?.[schema['$ref'].replace('#/$defs/', '')];
    if (target === undefined) throw new Error(`nothing under ${schema['$ref']}`);
    return invalid(target as Dict, value, path, root);
  }
  const strange = Object.keys(schema).filter((keyword) => !KNOWN.has(keyword));
  if (strange.length > 0) throw new Error(`unknown keyword ${strange}`);
  const wrong: string[] = [];
  const type = typeOf(value);
  const types = schema['type'] === undefined ? [type] : [schema['type']].flat();
  if (!types.includes(type) && !(types.includes('integer') && Number.isInteger(value))) wrong.push(`${path}: ${type}`);
  if ('const' in schema && value !== schema['const']) wrong.push(`${path}: const`);
  if ('enum' in schema && !(schema['enum'] as unknown[]).includes(value)) wrong.push(`${path}: enum`);
  if (schema['anyOf'] !== undefined) {
    const all = (schema['anyOf'] as Dict[]).map((one) => invalid(one, value, path, root));
    if (all.every((one) => one.length > 0)) wrong.push(`${path}: none of ${all.flat().join('; ')}`);
  }
  if (typeof value === 'string') {
    const length = [...value].length;
    if (length < Number(schema['minLength'] ?? 0)) wrong.push(`${path}: short`);
    if (length > Number(schema['maxLength'] ?? Number.POSITIVE_INFINITY)) wrong.push(`${path}: long`);
    if (schema['pattern'] !== undefined && !new RegExp(String(schema['pattern']), 'u').test(value))
      wrong.push(`${path}: pattern`);
  }
  if (typeof value === 'number' && value < Number(schema['minimum'] ?? value)) wrong.push(`${path}: small`);
  if (Array.isArray(value)) {
    if (value.length > Number(schema['maxItems'] ?? value.length)) wrong.push(`${path}: many`);
    const items = schema['items'] as Dict | undefined;
    if (items !== undefined) wrong.push(...value.flatMap((one, at) => invalid(items, one, `${path}[${at}]`, root)));
  } else if (type === 'object') {
    const properties = (schema['properties'] ?? {}) as { readonly [name: string]: Dict };
    const names = Object.keys(value as Dict);
    if (names.length > Number(schema['maxProperties'] ?? names.length)) wrong.push(`${path}: many`);
    for (const name of (schema['required'] ?? []) as string[]) {
      if (!names.includes(name)) wrong.push(`${path}.${name}: absent`);
    }
    const rest = schema['additionalProperties'];
    for (const name of names) {
      const inner = Object.hasOwn(properties, name) ? properties[name] : rest;
      if (inner === false) wrong.push(`${path}.${name}: unknown`);
      else if (inner !== undefined)
        wrong.push(...invalid(inner as Dict, (value as Dict)[name], `${path}.${name}`, root));
    }
  }
  return wrong;
}
