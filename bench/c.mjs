// Against the same work in C over the official BLAKE3, whose sources come with the crate `blake3`. Needs cargo and a C
// compiler, and a processor of the x86-64 kind; elsewhere it says that nothing was measured.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rawContentId } from '@ken/address';
import { knownSource, Unit, verifyUnit } from '@ken/kernel';
import { MIB, material, must, root, spansOver } from './material.mjs';
import { median, milliseconds, report } from './measure.mjs';

const ROUNDS = 9;
const COUNT = 100_000;
const here = fileURLToPath(new URL('c/', import.meta.url));
const program = `${here}build/reference`;
const succeeds = (name, args, cwd = here) => spawnSync(name, args, { cwd, stdio: 'ignore' }).status === 0;

/** Fetches the sources and compiles the program, unless that was done before. */
function built() {
  if (existsSync(program)) return true;
  if (process.arch !== 'x64' || process.platform === 'win32') return false;
  mkdirSync(`${here}build`, { recursive: true });
  if (!succeeds('cargo', ['vendor', '--quiet', 'build/vendor'])) return false;
  const sources = `${here}build/vendor/blake3/c/`;
  const files = ['blake3.c', 'blake3_dispatch.c', 'blake3_portable.c'];
  const assembly = ['sse2', 'sse41', 'avx2', 'avx512'].map((kind) => `blake3_${kind}_x86-64_unix.S`);
  const inputs = [...files, ...assembly].map((file) => sources + file);
  return succeeds('cc', ['-O3', '-I', sources, 'reference.c', ...inputs, '-o', 'build/reference']);
}

/** One run of the program: its figures by name. */
function figures() {
  const { stdout } = spawnSync(program, { encoding: 'utf8' });
  return Object.fromEntries(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.split(' ')),
  );
}

const bytes = material(64 * MIB);
const sourceBytes = bytes.subarray(0, 16 * MIB);
const source = knownSource(sourceBytes);
const spans = spansOver(sourceBytes.length, COUNT);
const sealed = spans.map((span) => must(Unit.seal({ op: 'elide', source, span, root })));

const mint = () => {
  for (const span of spans)
    if (must(Unit.seal({ op: 'elide', source, span, root })).id.length !== 59) throw new Error();
};
const verify = () => {
  const known = knownSource(sourceBytes);
  for (const unit of sealed) if (!verifyUnit(unit, known).ok) throw new Error('not verified');
};
const least = (run) => Math.min(...Array.from({ length: 9 }, () => milliseconds(run, 1)));

process.stdout.write('c: how many times as long as the same work in C takes\n');
if (built()) {
  mint();
  verify();
  const sizes = [MIB / 16, MIB, 16 * MIB, 64 * MIB];
  const rounds = Array.from({ length: ROUNDS }, () => {
    const c = figures();
    if (c.id !== sealed[0].id) throw new Error(`C has another id: ${c.id}`);
    return {
      mint: (milliseconds(mint, 1) * 1e6) / COUNT / c.mint,
      verify: (milliseconds(verify, 1) * 1e6) / c.verify,
      hash: sizes.map((size) => c[`hash${size}`] / 1e6 / least(() => rawContentId(bytes.subarray(0, size)))),
    };
  });
  report('mint a unit', median(rounds.map((each) => each.mint)), { atMost: 6 });
  report('verify 100 000 units and hash their source', median(rounds.map((each) => each.verify)), { atMost: 5 });
  process.stdout.write('c: the speed of hashing, as a share of that in C\n');
  for (const [i, size] of sizes.entries()) {
    report(`${size / 1024} KiB`, median(rounds.map((each) => each.hash[i])), {
      ...(size < MIB ? {} : { atLeast: 0.9 }),
    });
  }
} else {
  process.stdout.write('  not measured: that needs cargo for the sources, a C compiler, and x86-64\n');
}
