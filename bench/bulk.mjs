// Hashing: where the native hasher takes over, and what is left of its speed behind an id.
import { rawContentId } from '@ken/address';
import { blake3 } from '@napi-rs/blake-hash';
import { hash } from 'blake3-jit';
import { MIB, material } from './material.mjs';
import { compare, report, shown } from './measure.mjs';

process.stdout.write('bulk: the id of bytes, as a share of the native hasher called alone\n');
for (const [name, length, rounds] of [
  ['64 KiB', MIB / 16, 101],
  ['1 MiB', MIB, 101],
  ['16 MiB', 16 * MIB, 21],
  ['64 MiB', 64 * MIB, 11],
]) {
  const bytes = material(length);
  const each = compare(
    { ken: () => rawContentId(bytes), native: () => blake3(bytes), portable: () => hash(bytes) },
    rounds,
  );
  const speed = `${(length / each.ns('ken')).toFixed(2)} GB/s`;
  report(name, each.faster('ken', 'native'), {
    atLeast: 0.9,
    note: `${speed}; ${each.faster('ken', 'portable').toFixed(1)} × blake3-jit`,
  });
}

process.stdout.write('bulk: the native hasher against blake3-jit, by length\n');
for (const length of [200, 768, 1024, 1280, 1536, 2048, 3072, 4096]) {
  const bytes = material(length);
  const digest = new Uint8Array(32);
  const each = compare({ native: () => digest.set(blake3(bytes)), portable: () => digest.set(hash(bytes)) });
  report(`${length} bytes`, each.faster('native', 'portable'), {
    note: `${shown(each.ns('native'))} against ${shown(each.ns('portable'))}`,
  });
}
