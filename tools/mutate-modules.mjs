import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SourceTextModule, SyntheticModule } from 'node:vm';
import { transformWithOxc } from 'vite';

const compiled = new Map();
const foreign = new Map();

/** What an import means, in the same way as the configuration of the tests has it. */
function fileOf(root, specifier, from) {
  if (specifier.startsWith('.')) return join(dirname(from), specifier);
  if (specifier === '#bulk') return `${root}packages/address/src/bulk-native.ts`;
  const own = /^@ken\/(\w+)$/.exec(specifier);
  return own === null ? undefined : `${root}packages/${own[1]}/src/index.ts`;
}

async function plain(file) {
  if (!compiled.has(file)) compiled.set(file, (await transformWithOxc(readFileSync(file, 'utf8'), file)).code);
  return compiled.get(file);
}

async function synthetic(namespace) {
  const module = new SyntheticModule(Object.keys(namespace), function evaluate() {
    for (const [name, value] of Object.entries(namespace)) this.setExport(name, value);
  });
  await module.link(() => {});
  await module.evaluate();
  return module;
}

/** A fresh instance of every module of this repository that is asked for, with one mutant in it; dependencies are shared. */
export class Modules {
  #root;
  #made = new Map();
  #mutant;
  #instead;

  /**
   * `root` is the folder that paths are in; `mutant` is `{file, text}` or undefined; `instead` gives namespaces to import
   * in the place of packages.
   */
  constructor(root, mutant, instead) {
    this.#root = root;
    this.#mutant = mutant;
    this.#instead = instead;
  }

  /** Evaluates a file, given by its path. */
  async load(file) {
    const module = await this.#ours(`${this.#root}${file}`);
    if (module.status === 'unlinked')
      await module.link((specifier, { identifier }) => this.#resolved(specifier, identifier));
    await module.evaluate();
  }

  async #resolved(specifier, from) {
    const file = fileOf(this.#root, specifier, from);
    if (file !== undefined) return this.#ours(file);
    const key = `${specifier} ${this.#instead[specifier] === undefined}`;
    if (!foreign.has(key)) foreign.set(key, await synthetic(this.#instead[specifier] ?? (await import(specifier))));
    return foreign.get(key);
  }

  #ours(file) {
    if (!this.#made.has(file)) this.#made.set(file, this.#make(file));
    return this.#made.get(file);
  }

  async #make(file) {
    const mutant = this.#mutant;
    const here = mutant !== undefined && file === `${this.#root}${mutant.file}`;
    const code = here ? (await transformWithOxc(mutant.text, file)).code : await plain(file);
    return new SourceTextModule(code, {
      identifier: file,
      initializeImportMeta: (meta) => {
        meta.url = pathToFileURL(file).href;
      },
      importModuleDynamically: (specifier) => import(specifier),
    });
  }
}
