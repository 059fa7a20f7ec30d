import { Unit } from '@ken/kernel';
import { CommandError, exitCode } from '../exit.ts';
import { accepted } from '../failures.ts';
import { givenFile } from '../given-file.ts';

// Far above any document that holds one unit.
const mostBytes = 16 * 1024 * 1024;

const noUnit = (path: string, what: string): CommandError =>
  new CommandError(
    exitCode.no,
    'unit/shape',
    `${path} ${what}: give a unit's JSON form, as ken explain UNIT --json prints it.`,
  );

const textOf = async (path: string): Promise<string> => {
  const file = await givenFile(path);
  try {
    if (file.size > mostBytes) throw noUnit(path, 'is too large for a unit');
    return new TextDecoder().decode(await file.read(0, file.size));
  } finally {
    await file.close();
  }
};

/**
 * Admits the unit that a file holds: its JSON form, or a document of `ken explain UNIT --json`. Throws a CommandError: no
 * for what is no unit, or when the document calls its unit by another id; a failure of the world as `givenFile` does.
 */
export const unitFromFile = async (path: string): Promise<Unit> => {
  const text = await textOf(path);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw noUnit(path, 'holds no JSON');
  }
  const held = typeof parsed === 'object' && parsed !== null && 'unit' in parsed ? parsed : undefined;
  const unit = accepted(Unit.admit(held === undefined ? parsed : held.unit));
  if (held !== undefined && 'id' in held && held.id !== unit.id) {
    throw new CommandError(
      exitCode.no,
      'unit/id-mismatch',
      `${path} calls its unit ${String(held.id)}, but what it holds is ${unit.id}.`,
    );
  }
  return unit;
};
