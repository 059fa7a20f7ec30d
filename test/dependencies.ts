import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The names of every module that one file asks for: imports of types, re-exports, `import()` and `require()` included. */
export const requestsOf = (file: string): string[] => {
  const code = readFileSync(file, 'utf8');
  const { module: found } = parseSync(file, code);
  const literal = (start: number, end: number): string => code.slice(start, end).replace(/^['"`]|['"`]$/g, '');
  return [
    ...found.staticImports.map((one) => one.moduleRequest.value),
    ...found.staticExports.flatMap((one) => one.entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
    ...found.dynamicImports.map((one) => literal(one.moduleRequest.start, one.moduleRequest.end)),
    ...[...code.matchAll(/\brequire\(\s*['"]([^'"]+)['"]\s*\)/g)].map((match) => match[1] ?? ''),
  ];
};

/** Every source file of a package of this workspace, as absolute paths. */
export const sourcesOf = (name: string): string[] =>
  readdirSync(join(root, 'packages', name, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => join(root, 'packages', name, 'src', path));

/** The packages and Node modules that the sources of one workspace package name directly. */
export const directImports = (name: string): Set<string> =>
  new Set(
    sourcesOf(name)
      .flatMap(requestsOf)
      .filter((request) => !request.startsWith('.')),
  );

const resolveFrom = (file: string, request: string): string | undefined => {
  const workspace = /^@ken\/(.+)$/.exec(request)?.[1];
  if (workspace !== undefined) return join(root, 'packages', workspace, 'src', 'index.ts');
  if (request.startsWith('.')) {
    const path = join(dirname(file), request);
    return [path, `${path}.js`, `${path}.json`, join(path, 'index.js')].find(
      (one) => existsSync(one) && /\.\w+$/.test(one),
    );
  }
  try {
    return fileURLToPath(import.meta.resolve(request, `file://${file}`));
  } catch {
    try {
      return createRequire(file).resolve(request);
    } catch {
      return undefined;
    }
  }
};

/** Every Node module that a workspace package reaches through any chain of imports, its dependencies' files included. */
export const nodeModulesReached = (name: string): Set<string> => {
  const reached = new Set<string>();
  const seen = new Set<string>();
  const open = sourcesOf(name);
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file) || !/\.[cm]?[jt]s$/.test(file)) continue;
    seen.add(file);
    for (const request of requestsOf(file)) {
      if (isBuiltin(request)) reached.add(request.replace(/^node:/, ''));
      else {
        const next = resolveFrom(file, request);
        if (next !== undefined) open.push(next);
      }
    }
  }
  return reached;
};

/** The dependencies that a workspace package declares, those for development left out. */
export const declared = (name: string): Set<string> => {
  const manifest: { dependencies?: Record<string, string> } = JSON.parse(
    readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'),
  );
  return new Set(Object.keys(manifest.dependencies ?? {}));
};

export const packageNames: readonly string[] = readdirSync(join(root, 'packages'));
