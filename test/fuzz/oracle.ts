import * as dagCbor from '@ipld/dag-cbor';
import { decode, type Fact, Link, type Value } from '@ken/address';
import { CID } from 'multiformats/cid';
import { hold } from './finding.ts';

// The reference implementation of DAG-CBOR, as a second opinion on bytes.

/** Whether a value and one of the oracle are the same, links by their text. */
function same(ours: Value, theirs: unknown): boolean {
  if (Link.is(ours)) return CID.asCID(theirs)?.toString() === ours.id;
  if (typeof ours !== 'object' || ours === null) return Object.is(ours, theirs);
  if (typeof theirs !== 'object' || theirs === null || CID.asCID(theirs) !== null) return false;
  if (ours instanceof Uint8Array) return theirs instanceof Uint8Array && Buffer.compare(ours, theirs) === 0;
  if (Array.isArray(ours) !== Array.isArray(theirs)) return false;
  const names = Object.keys(ours);
  if (names.length !== Object.keys(theirs).length) return false;
  return names.every(
    (name) =>
      Object.hasOwn(theirs, name) &&
      same((ours as { [name: string]: Value })[name] as Value, (theirs as { [name: string]: unknown })[name]),
  );
}

/** The oracle loses a byte-order mark at the front of a text: such bytes say nothing about its other rules. */
const isMarked = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('efbbbf', 0, 'hex');

function decodedByOracle(bytes: Uint8Array): { readonly value: unknown } | undefined {
  try {
    return { value: dagCbor.decode(bytes) };
  } catch {
    return undefined;
  }
}

/** Holds where Ken admits: the oracle reads an equal value. */
export function oracleAgrees(bytes: Uint8Array, value: Value): void {
  if (isMarked(bytes)) return;
  const theirs = decodedByOracle(bytes);
  hold(theirs !== undefined, 'admits what the oracle refuses');
  hold(same(value, theirs.value), 'another value than the oracle');
}

// What the contract does not have and the oracle does: floats, foreign links, more than 128 levels.
const OURS_ALONE = /^(?:cbor\/not-canonical float|cbor\/too-deep depth|id\/.*)$/;

/** Holds where Ken refuses: the oracle refuses too, or reads what its own encoder would not write, or knows more kinds of value. */
export function oracleExcuses(bytes: Uint8Array, code: string, reason: Fact | undefined): void {
  if (OURS_ALONE.test(`${code} ${String(reason)}`) || isMarked(bytes)) return;
  const theirs = decodedByOracle(bytes);
  if (theirs === undefined) return;
  const again = Buffer.from(dagCbor.encode(theirs.value as object));
  hold(Buffer.compare(again, bytes) !== 0, `refuses canonical bytes: ${code} ${String(reason)}`);
}

/** Whether the generic decode admits bytes: it must, wherever a door to a record does. */
export const isCanonical = (bytes: Uint8Array): boolean => decode(bytes).ok;
