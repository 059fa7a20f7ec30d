import { randomBytes } from 'node:crypto';
import type { Claim, FullStore } from '@ken/store';
import { branchName } from '../branches.ts';
import { refused, type SessionResult } from '../refusal.ts';
import { Sealing } from '../sealing.ts';
import { Inspected, VerdictBuilder } from '../verdict.ts';
import { verifyRun } from '../verify-run.ts';
import { chainTo, walking } from '../walk.ts';
import { LIVE } from '../witness.ts';
import { LiveRun, RunSink } from './live-run.ts';
import { liveKey, openingOf } from './opening.ts';
import { checkText, noteBytes } from './records.ts';

export interface OpenOptions {
  /** Whose session it is. A claim of the host, kept in the opening record. */
  readonly agent: string;
  /** What people call the session; the agent where it is left out. */
  readonly label?: string;
  /** Tells the time that records claim; nothing else depends on it. */
  readonly clock?: () => Date;
  /** 16 random bytes, so that two runs never share a root. */
  readonly nonce?: () => Uint8Array;
}

const now = (): Date => new Date();
const nonceBytes = 16;

/**
 * Opens a new live run and becomes its one writer. The first record, its opening, holds a random nonce and is the root of all
 * that comes before the operator first speaks.
 *
 * @returns the run, whose opening is acknowledged. Throws StoreError when the store fails
 */
export const openLive = async (
  store: FullStore,
  { agent, label = agent, clock = now, nonce = () => randomBytes(nonceBytes) }: OpenOptions,
): Promise<LiveRun> => {
  checkText(agent, 'the name of an agent');
  checkText(label, 'the label of a session');
  const random = Buffer.from(nonce()).toString('hex');
  if (random.length !== 2 * nonceBytes) throw new TypeError(`a nonce has ${nonceBytes} bytes`);
  // A clock that tells no time is misuse too, and told before anything is taken.
  const opening = noteBytes('opening', { nonce: random, agent, label }, clock());
  const key = liveKey(random);
  const claim = await store.claim(key);
  const sink = new RunSink(store);
  const state = { store, claim, key, branch: branchName(key, 1), label, agent, sink, clock };
  const run = new LiveRun({ ...state, sealing: new Sealing(sink, LIVE) }, null);
  const opened = await run.open(opening);
  if (!opened.ok) throw new TypeError(`a run that is new was refused: ${opened.refusal.code}`);
  return run;
};

/** A run as it is made again out of the store, and nothing else. */
const restored = async (
  store: FullStore,
  key: string,
  clock: () => Date,
  claim: Claim,
): Promise<SessionResult<LiveRun>> => {
  const branch = branchName(key, 1);
  const head = await store.head(branch);
  if (head === undefined) return refused('run/unknown', {});
  const chain = await chainTo(store, head);
  if (!chain.ok) return chain;
  const [first] = chain.value;
  const opening = await walking(() => openingOf(store, chain.value));
  if (!opening.ok) return opening;
  if (opening.value === undefined || first?.run !== key)
    return refused('live/not-live', { run: key, format: first?.format ?? null });
  const sink = new RunSink(store);
  sink.restoring = true;
  const verdict = new VerdictBuilder();
  const sealing = await verifyRun(new Inspected(store, verdict), head, verdict, sink);
  sink.restoring = false;
  const [failure] = verdict.failures;
  if (failure !== undefined) return refused('live/unlike', { id: failure.id, code: failure.code });
  if (sealing === undefined) throw new TypeError('a run that could not be followed has a failure');
  const { label } = first;
  return {
    ok: true,
    value: new LiveRun({ store, claim, key, branch, label, agent: opening.value.agent, sealing, sink, clock }, head),
  };
};

/**
 * Becomes the one writer of a live run that is in the store, whose writer closed it or died. Everything of it is admitted
 * again, by the code that admitted it first, and has to come out as it is stored.
 *
 * @param key - the run's key, `live:` and the nonce
 * @returns the run at its head; refused with `run/unknown`, with `live/not-live`, or with `live/unlike` when it did not come
 *   out as it is stored. Throws StoreError when the store fails; `store/claimed` while the run has a writer
 */
export const reopenLive = async (
  store: FullStore,
  key: string,
  { clock = now }: Pick<OpenOptions, 'clock'> = {},
): Promise<SessionResult<LiveRun>> => {
  if (key === '') return refused('run/unknown', {});
  // Before the head is read: whoever writes could move it.
  const claim = await store.claim(key);
  try {
    const reopened = await restored(store, key, clock, claim);
    if (!reopened.ok) await claim.release();
    return reopened;
  } catch (failure) {
    await claim.release();
    throw failure;
  }
};
