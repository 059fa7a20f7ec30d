import { remedyOf, type SessionRefusal, type SessionResult, sentenceOf, WalkFault } from '@ken/session';
import { ForeignError, StoreError } from '@ken/store';
import { CommandError, type ExitCode, exitCode } from './exit.ts';

/** Refusals that say the command was used wrongly; every other refusal is a plain no. */
const usageCodes: readonly string[] = ['object/wrong-kind', 'id/not-a-cid', 'id/wrong-profile'];

const nextStep: { readonly [code: string]: string } = {
  'store/absent': 'seal a transcript first: ken seal FILE',
  'store/busy': 'wait for the other writer and try again',
  'store/corrupt':
    'ken doctor names what is damaged and what depends on it; ken doctor --repair builds its indexes anew',
  'store/conflict': 'another writer sealed this session at the same time; run the command again',
  'store/foreign': 'name another place with --store PATH',
  'store/newer': 'use the newer ken that wrote it',
  'store/read-only': 'name a place that can be written with --store PATH',
};

/** The error of a command for a refusal, with the exit code that its kind has. */
export const errorOf = (refusal: SessionRefusal): CommandError => {
  const exit: ExitCode = usageCodes.includes(refusal.code) ? exitCode.usage : exitCode.no;
  return new CommandError(exit, refusal.code, `${sentenceOf(refusal)} ${remedyOf(refusal.code)}`.trimEnd());
};

/** The value of a result, or the error of the command. */
export const accepted = <T>(result: SessionResult<T>): T => {
  if (!result.ok) throw errorOf(result.refusal);
  return result.value;
};

const fileReasons: { readonly [code: string]: string } = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder; name a file in it',
  ENOTDIR: 'a part of its path is no folder',
  EACCES: 'reading or writing it is not permitted',
  EPERM: 'the system does not permit it',
  EROFS: 'it is on a read-only medium',
  ENOSPC: 'there is no room left on the disk',
  ENXIO: 'it is no file; give a transcript, a pipe, or - for standard input',
  ELOOP: 'its symbolic links lead in a circle',
  EMFILE: 'too many files are open',
  EFBIG: 'it would become larger than files may be here',
  EPIPE: 'its reader closed it',
  SHORTER: 'it became shorter while it was read',
  ENAMETOOLONG: 'its name is too long',
};

/** The error of a command for a file that the system would not give or take. */
export const fileError = (file: string, doing: string, failure: unknown): CommandError => {
  const code = failure instanceof Error && 'code' in failure ? String(failure.code) : 'EIO';
  const missingFolder = code === 'ENOENT' && doing === 'written';
  const why = missingFolder
    ? 'the folder that it should be in does not exist'
    : (fileReasons[code] ?? `the system answered ${code}`);
  return new CommandError(
    exitCode.world,
    `file/${code.toLowerCase()}`,
    `${file} could not be ${doing}: ${why}.`,
    failure,
  );
};

const capital = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1);

/** Whatever a command threw, as the error to report. What is no expected failure is a fault of ken and keeps its cause. */
export const commandErrorOf = (failure: unknown): CommandError => {
  if (failure instanceof CommandError) return failure;
  if (failure instanceof WalkFault) return errorOf(failure.refused.refusal);
  if (failure instanceof StoreError) {
    const step = nextStep[failure.code];
    const sentence = capital(failure.message);
    return new CommandError(
      exitCode.world,
      failure.code,
      `${sentence}${step === undefined ? '' : ` — ${step}`}.`,
      failure,
    );
  }
  if (failure instanceof ForeignError) {
    const exit = failure.code === 'database/busy' ? exitCode.world : exitCode.no;
    return new CommandError(exit, failure.code, `${capital(failure.message)}.`, failure);
  }
  if (failure instanceof Error && 'syscall' in failure) return fileError('A file', 'read or written', failure);
  const what = failure instanceof Error ? failure.message : String(failure);
  return new CommandError(exitCode.world, 'ken/fault', `ken met a fault of its own: ${what}`, failure);
};
