import { fork } from 'node:child_process';
import { root } from './prepare.mjs';

// Modules of mutants stay in memory; a process that had this many is let go.
const RUNS_A_PROCESS = 100;

/** What a child answers; undefined where not even the beginning of the next file came in time; `gone` where it ends before. */
function answerOf(child, limitMs) {
  return new Promise((resolve) => {
    let timer;
    let begun = performance.now();
    let longestMs = 0;
    const settle = (answer) => {
      clearTimeout(timer);
      longestMs = Math.max(longestMs, performance.now() - begun);
      child.off('message', heard);
      child.off('exit', gone);
      resolve(answer && { ...answer, longestMs });
    };
    const wait = () => {
      clearTimeout(timer);
      longestMs = Math.max(longestMs, performance.now() - begun);
      begun = performance.now();
      timer = setTimeout(() => settle(undefined), limitMs);
    };
    const heard = (answer) => (answer.begins === undefined ? settle(answer) : wait());
    const gone = () => settle({ gone: true });
    wait();
    child.on('message', heard);
    child.on('exit', gone);
  });
}

/** Runs tests in another process, which is started again where it had to be ended. */
export class Runner {
  #root;
  #child;
  #runs = 0;

  /** `root` is the folder with the sources and tests to run. */
  constructor(root) {
    this.#root = root;
  }

  /**
   * Runs test files over a mutant, or over the sources as they are, until one fails; `limitMs` is for each file. Gives
   * `killed`, `timed out` or `survived`, why, how many tests there were, and how long the longest file took.
   */
  async run(mutant, files, limitMs) {
    if (this.#runs >= RUNS_A_PROCESS) await this.end();
    this.#child ??= await this.#start();
    this.#runs += 1;
    const answered = answerOf(this.#child, limitMs);
    this.#child.send({ mutant, files });
    const answer = await answered;
    if (answer === undefined || answer.gone) {
      await this.end();
      return answer === undefined
        ? { outcome: 'timed out', detail: `a file takes more than ${limitMs} ms`, tests: 0 }
        : { outcome: 'killed', detail: 'the process ended', tests: 0 };
    }
    const { failure = '', tests, longestMs } = answer;
    return { outcome: failure === '' ? 'survived' : 'killed', detail: failure, tests, longestMs };
  }

  async end() {
    const child = this.#child;
    this.#child = undefined;
    this.#runs = 0;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }

  async #start() {
    const child = fork(`${root}tools/mutate-runner.mjs`, [this.#root], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: ['--experimental-vm-modules', '--no-warnings', '--max-old-space-size=1024'],
      env: { ...process.env, NO_COLOR: '1' },
    });
    child.stderr.resume();
    const ready = await answerOf(child, 60_000);
    if (ready?.ready !== true) throw new Error('the runner did not start');
    return child;
  }
}
