import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SCHEMAS } from '@ken/frontier';
import { locationsSchema } from '@ken/session';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('../schemas/', import.meta.url));
const published: { readonly [name: string]: object } = { ...SCHEMAS, locations: locationsSchema };

// KEN_WRITE_SCHEMAS=1 writes the files anew; the formatter of the project then lays them out.
if (process.env['KEN_WRITE_SCHEMAS'] === '1')
  for (const [name, schema] of Object.entries(published))
    writeFileSync(`${folder}${name}.schema.json`, `${JSON.stringify(schema, null, 2)}\n`);

test('the schemas published are those that packages make, and no others', () => {
  const files = readdirSync(folder).sort();
  expect(files).toEqual(
    Object.keys(published)
      .map((name) => `${name}.schema.json`)
      .sort(),
  );
  for (const [name, schema] of Object.entries(published))
    expect(JSON.parse(readFileSync(`${folder}${name}.schema.json`, 'utf8'))).toEqual(
      JSON.parse(JSON.stringify(schema)),
    );
});
