import { FRONTIER_CODES, type FrontierCode, type Result } from '@ken/frontier';
import { CommandError, type DocumentFault, exitCode } from './exit.ts';

const isCode = (code: unknown): code is FrontierCode => typeof code === 'string' && Object.hasOwn(FRONTIER_CODES, code);

const faultsOf = (listed: unknown): readonly DocumentFault[] => {
  if (!Array.isArray(listed)) return [];
  return listed.flatMap((fault: { readonly code?: unknown; readonly path?: unknown }) =>
    isCode(fault.code)
      ? [{ code: fault.code, path: String(fault.path ?? ''), message: FRONTIER_CODES[fault.code].says }]
      : [],
  );
};

/** The value of a door of the frontier, or the error of the command; never the text that was refused. */
export const acceptedFrontier = <T>(name: string, result: Result<T>): T => {
  if (result.ok) return result.value;
  const { code, path, facts } = result.refusal;
  const { says, remedy } = FRONTIER_CODES[code];
  const faults = faultsOf(facts['faults']);
  const place = path === undefined || path === '' ? '' : ` (at ${path})`;
  const more = faults.length > 1 ? ` There are ${faults.length} such faults.` : '';
  throw new CommandError(exitCode.no, code, `${name}: ${says}${place} ${remedy}${more}`, undefined, faults);
};
