// Runs the tests of mutants one after another, as its parent process asks. It is a process of its own because a mutant that
// never ends can only be ended together with it.
import { Modules } from './mutate-modules.mjs';
import { makeCollector } from './mutate-tests.mjs';

const [root] = process.argv.slice(2);
const collector = makeCollector();
const instead = { vitest: collector.api };

/** The first failure of some test files, or undefined; says of each file that it begins. */
async function firstFailure(mutant, files) {
  const modules = new Modules(root, mutant, instead);
  let tests = 0;
  for (const file of files) {
    process.send({ begins: file });
    collector.clear();
    try {
      await modules.load(file);
    } catch (error) {
      return { failure: `${file}: does not load: ${String(error?.message).split('\n')[0]}`, tests };
    }
    tests += collector.count();
    const failed = await collector.run();
    if (failed !== undefined) return { failure: `${file}: ${failed.name}: ${failed.message}`, tests };
  }
  return { tests };
}

process.on('message', async ({ mutant, files }) => process.send(await firstFailure(mutant, files)));
process.send({ ready: true });
