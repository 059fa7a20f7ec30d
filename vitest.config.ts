import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// Tests load the sources of every package, so that one module has one instance and a brand one identity.
// Only tests that spawn the command run what was built.
const sources = Object.fromEntries(
  readdirSync(at('packages'))
    .filter((name) => name !== 'cli')
    .map((name) => [`@ken/${name}`, at(`packages/${name}/src/index.ts`)]),
);

export default defineConfig({
  resolve: { alias: { ...sources, '#bulk': at('packages/address/src/bulk-native.ts') } },
  test: {
    include: ['packages/*/test/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 30_000,
  },
});
