// Mutants that no test can notice, because nothing that a caller sees is another: each with the reason.

// The functions of the quick reading. Where it says no, the long way decides, which decides everything that the quick one
// does; so one more no costs time and changes no answer.
const QUICK = {
  'kernel/src/derivation.ts': ['quick'],
  'kernel/src/event-fields.ts': ['quick', 'ascending'],
  'kernel/src/event-kind.ts': ['quickKind'],
  'kernel/src/packet.ts': ['quick'],
  'kernel/src/root.ts': ['quick'],
  'address/src/node.ts': ['readNodeParents', 'readLinks'],
  'address/src/reader.ts': ['list', 'link', 'argument'],
};

/** Why a mutant cannot change an answer by the way that the code is made, so that it is not run; undefined for all others. */
export function reasonByConstruction({ file, kind, within, then }) {
  const names = Object.entries(QUICK).find(([end]) => file.endsWith(end))?.[1] ?? [];
  const more = kind === 'condition true' && then === 'return undefined;' && names.includes(within);
  return more ? 'the quick reading says no once more, and the long way answers the same' : undefined;
}

const EQUIVALENT = [];

/** Why a mutant that survived is no other program, or undefined where it is one. */
export const reasonOf = (mutant) =>
  EQUIVALENT.find(
    ({ file, kind, within, was, by }) =>
      mutant.file.endsWith(file) &&
      (kind === undefined || kind === mutant.kind) &&
      (within === undefined || within === mutant.within) &&
      (was === undefined || was === mutant.was) &&
      (by === undefined || by === mutant.by),
  )?.why;
