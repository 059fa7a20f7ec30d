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
      .filter((request) => !request.startsWith('.') && !request.startsWith('#')),
  );

/** What a host answers to where a package offers it several files: Node to both, any other host to `default` alone. */
export type Condition = 'default' | 'node';

/** The source behind an import of a package's own (`#name`), as its manifest has it for the condition. */
const ownImport = (file: string, request: string, condition: Condition): string => {
  const [, folder = ''] = /^(.*\/packages\/[^/]+)\//.exec(file) ?? [];
  const manifest: { imports?: Record<string, Record<string, string>> } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  const offered = manifest.imports?.[request] ?? {};
  const built = (condition === 'node' ? offered['node'] : undefined) ?? offered['default'];
  if (built === undefined) throw new Error(`${request} has no file for ${condition}`);
  return join(folder, built.replace(/^\.\/dist\//, 'src/').replace(/\.js$/, '.ts'));
};

const resolveFrom = (file: string, request: string, condition: Condition): string | undefined => {
  const workspace = /^@ken\/(.+)$/.exec(request)?.[1];
  if (workspace !== undefined) return join(root, 'packages', workspace, 'src', 'index.ts');
  if (request.startsWith('#')) return ownImport(file, request, condition);
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

/** What lies behind the index of a workspace package. */
export interface Reached {
  /** Node modules, through the files of dependencies too. */
  readonly builtins: ReadonlySet<string>;
  /** Packages of others, as the sources of this workspace name them. */
  readonly packages: ReadonlySet<string>;
  /** Source files of this workspace. */
  readonly sources: ReadonlySet<string>;
}

/** Everything that a workspace package reaches from its index through any chain of imports, under a condition. */
export const reachedFrom = (name: string, condition: Condition): Reached => {
  const builtins = new Set<string>();
  const packages = new Set<string>();
  const seen = new Set<string>();
  const open = [join(root, 'packages', name, 'src', 'index.ts')];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file) || !/\.[cm]?[jt]s$/.test(file)) continue;
    seen.add(file);
    const ours = !file.includes('node_modules');
    for (const request of requestsOf(file)) {
      if (isBuiltin(request)) {
        builtins.add(request.replace(/^node:/, ''));
        continue;
      }
      if (ours && !/^(?:[.#]|@ken\/)/.test(request)) packages.add(packageOf(request));
      const next = resolveFrom(file, request, condition);
      if (next !== undefined) open.push(next);
    }
  }
  return { builtins, packages, sources: new Set([...seen].filter((file) => !file.includes('node_modules'))) };
};

/** The package that a request names, without what it names inside of it. */
export const packageOf = (request: string): string =>
  request
    .split('/')
    .slice(0, request.startsWith('@') ? 2 : 1)
    .join('/');

/** The dependencies that a workspace package declares, optional ones too, those for development left out. */
export const declared = (name: string): Set<string> => {
  const manifest: { [list in 'dependencies' | 'optionalDependencies']?: Record<string, string> } = JSON.parse(
    readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'),
  );
  return new Set(Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }));
};

export const packageNames: readonly string[] = readdirSync(join(root, 'packages'));
