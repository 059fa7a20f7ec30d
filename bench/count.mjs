// Counts how often a source is hashed while many units over it are verified. The native hasher is wrapped before the
// packages are loaded, so that they are the ones that everybody runs.
import { createRequire } from 'node:module';

const native = createRequire(new URL('../packages/address/package.json', import.meta.url))('@napi-rs/blake-hash');
const { blake3 } = native;
const lengths = [];
native.blake3 = (bytes) => {
  lengths.push(bytes.length);
  return blake3(bytes);
};

const { knownSource, verifyUnit } = await import('@ken/kernel');
const { MIB, material, spansOver, unitsOver } = await import('./material.mjs');

const bytes = material(16 * MIB);
const units = unitsOver(bytes, spansOver(bytes.length, 100_000));
lengths.length = 0;
const source = knownSource(bytes);
const verified = units.filter((unit) => verifyUnit(unit, source).ok).length;
const whole = lengths.filter((length) => length === bytes.length).length;
process.stdout.write(`  ${verified} units verified; the source was hashed ${whole} time(s)\n`);
if (verified !== units.length || whole !== 1) process.exitCode = 1;
