import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { mutantsOf } from './mutate-mutants.mjs';
import { root as repository } from './prepare.mjs';

// Hashing is held by its own tests against another implementation; declarations and lists of exports decide nothing.
const NO_DECISIONS = /^(?:index|types|roles|hash[a-z-]*|wasm-[a-z]+|bulk-[a-z]+|[a-z-]+\.d)\.ts$/;
const PACKAGES = ['address', 'kernel'];

/** Where results and the copy are: below the dependencies, so that they are found from the copy, and no commit has it. */
export const folder = `${repository}node_modules/.ken-mutate/`;
const root = `${folder}copy-${process.pid}/`;

/**
 * Copies the sources and tests of both packages, as they are or as they were at a revision, so that nothing done to them
 * meanwhile changes a result. Gives the folder.
 */
export function makeCopy(revision) {
  mkdirSync(root, { recursive: true });
  const parts = ['vectors', ...PACKAGES.flatMap((name) => [`packages/${name}/src`, `packages/${name}/test`])];
  if (revision === undefined) {
    for (const part of parts) cpSync(`${repository}${part}`, `${root}${part}`, { recursive: true });
    return root;
  }
  const archive = execFileSync('git', ['archive', revision, ...parts], { cwd: repository, maxBuffer: 2 ** 28 });
  execFileSync('tar', ['-x'], { cwd: root, input: archive });
  return root;
}

export const removeCopy = () => rmSync(root, { recursive: true, force: true });

const sourcesOf = (name) =>
  readdirSync(`${root}packages/${name}/src`)
    .filter((file) => file.endsWith('.ts') && !NO_DECISIONS.test(file))
    .sort()
    .map((file) => `packages/${name}/src/${file}`);

const codesIn = (name) => [
  ...new Set(readFileSync(`${root}packages/${name}/src/codes.ts`, 'utf8').match(/(?<=')[a-z]+\/[a-z-]+(?=')/g)),
];

/** Gives the next code of the same noun in the tables, or of the next noun where it has only one. */
function codeTable() {
  const codes = PACKAGES.flatMap(codesIn);
  const nouns = [...new Set(codes.map((code) => code.split('/')[0]))];
  const lists = nouns.map((noun) => codes.filter((code) => code.startsWith(`${noun}/`)));
  return (code) => {
    const at = lists.findIndex((list) => list.includes(code));
    const list = lists[at].length > 1 ? lists[at] : [code, ...lists[(at + 1) % lists.length]];
    return list[(list.indexOf(code) + 1) % list.length];
  };
}

/** Every mutant of a package, or of both, with the text of its file. */
export function collectMutants(name) {
  const other = codeTable();
  return PACKAGES.filter((each) => name === undefined || each === name)
    .flatMap(sourcesOf)
    .flatMap((file) => {
      const text = readFileSync(`${root}${file}`, 'utf8');
      return mutantsOf(file, text, other).map((mutant) => ({ mutant, text }));
    });
}

// What takes long is asked last: only what nothing else has noticed gets so far.
const SLOW = ['damage', 'oracle', 'properties', 'laws', 'event', 'id', 'base32'];

// Where the tests of a file have the name of another.
const TESTED_IN = { base32: 'digits', cid: 'reasons', reader: 'writer' };

const testsOf = (name) =>
  readdirSync(`${root}packages/${name}/test`)
    .filter((file) => file.endsWith('.test.ts') && !/^(?:hash|types)\b/.test(file))
    .sort()
    .map((file) => `packages/${name}/test/${file}`);

/**
 * The tests that a mutant of a file is shown, in order: the quick ones of its package, those named like the file first, its
 * slow ones, then the quick ones of the package above. Without a file: all of both packages.
 */
export function testsFor(file) {
  if (file === undefined) return PACKAGES.flatMap(testsOf);
  const [, name, stem] = /packages\/(\w+)\/src\/([a-z0-9-]+)\.ts$/.exec(file);
  const rank = (test) => {
    const of = test.replace(/^.*\/|\.test\.ts$/g, '');
    if (TESTED_IN[stem] === of) return 0;
    if (SLOW.includes(of)) return of === stem ? 2 : 3;
    return of === stem ? 0 : 1;
  };
  const own = testsOf(name).sort((a, b) => rank(a) - rank(b));
  return [...own, ...(name === 'address' ? testsOf('kernel').filter((test) => rank(test) === 1) : [])];
}
