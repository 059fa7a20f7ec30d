import { heldBytes, openTranscript } from '@ken/session';
import { openSqliteStore, type Store, StoreError } from '@ken/store';
import type { Answer, CommonOptions } from '../command.ts';
import { CommandError, type ExitCode } from '../exit.ts';
import { accepted, commandErrorOf } from '../failures.ts';
import type { SessionFile } from '../session-files.ts';
import { type SessionSource, SessionSources } from '../session-source.ts';
import type { RefusedDocument } from '../show/seal.ts';
import { columns, many, neutralLine, size } from '../show/text.ts';
import { storePath } from '../store-place.ts';
import type { Terminal } from '../terminal.ts';

/** What sealing a file would take in, in bytes. */
interface ForeseenDocument {
  readonly file: string;
  readonly format: string;
  readonly run: string;
  readonly label: string | null;
  readonly bytes: number;
  /** How much of the file is in the store already. */
  readonly held_bytes: number;
}

// What a store grew by, for each byte of a session, where it was measured: records once, and what is derived from them.
const growth = 1.5;

const storeToRead = async (option: string | undefined): Promise<Store | undefined> => {
  try {
    return await openSqliteStore(storePath(option), { mode: 'read' });
  } catch (failure) {
    if (failure instanceof StoreError && failure.code === 'store/absent') return undefined;
    throw failure;
  }
};

const foresee = async (
  store: Store | undefined,
  { file: { path }, open }: SessionSource,
  only: string | undefined,
): Promise<ForeseenDocument> => {
  const source = await open();
  try {
    const transcript = accepted(await openTranscript(source, only));
    const { format, identity } = transcript;
    const held = store === undefined ? 0 : await heldBytes(store, transcript);
    return { file: path, format, run: identity.key, label: identity.label, bytes: source.size, held_bytes: held };
  } finally {
    await source.close();
  }
};

/** Says what sealing would do, and writes nothing: no store is made and none is changed. */
export const dryRun = async (
  files: readonly SessionFile[],
  options: CommonOptions & { readonly latest?: boolean; readonly format?: string },
  unread: readonly RefusedDocument[],
  sofar: ExitCode,
  terminal: Terminal,
): Promise<Answer<object>> => {
  const foreseen: ForeseenDocument[] = [];
  const refused: RefusedDocument[] = [...unread];
  let exit: ExitCode = sofar;
  const store = await storeToRead(options.store);
  const sources = new SessionSources();
  const failed = ({ path, isNamed }: SessionFile, failure: CommandError): void => {
    if (isNamed && failure.exit > exit) exit = failure.exit;
    refused.push({ file: path, code: failure.code, message: failure.message });
  };
  try {
    const order = options.latest === true ? sources.latestFirst(files, failed) : sources.all(files, failed);
    for await (const source of order) {
      terminal.progress(source.file.path);
      const one = await foresee(store, source, options.format).catch(commandErrorOf);
      if (one instanceof CommandError) failed(source.file, one);
      else foreseen.push(one);
      if (options.latest === true && foreseen.length > 0) break;
    }
  } finally {
    terminal.progress('');
    sources.close();
    await store?.close();
  }
  const total = foreseen.reduce((sum, { bytes }) => sum + bytes, 0);
  const fresh = foreseen.reduce((sum, { bytes, held_bytes: held }) => sum + Math.max(0, bytes - held), 0);
  const estimate = Math.round(fresh * growth);
  const rows = foreseen.map((one) => [
    size(one.bytes),
    one.held_bytes === 0
      ? 'new'
      : one.held_bytes === one.bytes
        ? 'sealed'
        : `${size(one.bytes - one.held_bytes)} to add`,
    neutralLine(one.file),
  ]);
  const text = [
    ...(rows.length === 0 ? [] : [columns(rows), '']),
    ...refused.map((one) => `not sealed: ${neutralLine(one.file)}: ${neutralLine(one.message)}`),
    `${many(foreseen.length, 'session file')}, ${size(total)}; ${estimate === 0 ? 'there is nothing to add' : `the store would grow by about ${size(estimate)}`}. Nothing was written.`,
  ].join('\n');
  return {
    document: { dry_run: true, files: foreseen, refused, bytes: total, estimated_growth_bytes: estimate },
    text,
    exit,
  };
};
