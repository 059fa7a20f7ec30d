const cell = (text) => text.replaceAll('|', '\\|');

/** The page of all refusals: a section for each noun, a row for each code. */
export const refusalsPage = (catalogue, frontierCodes) => {
  const nouns = new Map();
  const fixed = Object.entries(frontierCodes).map(([code, entry]) => [code, { ...entry, says: () => entry.says }]);
  for (const [code, entry] of [...Object.entries(catalogue), ...fixed]) {
    const noun = code.split('/')[0];
    nouns.set(noun, [...(nouns.get(noun) ?? []), [code, entry]]);
  }
  const sections = [...nouns].map(([noun, entries]) => {
    const rows = entries.map(([code, { facts, says, remedy }]) => {
      const named = Object.fromEntries(facts.map((name) => [name, `‹${name}›`]));
      return `| \`${code}\` | ${cell(says(named))} | ${facts.map((name) => `\`${name}\``).join(', ')} | ${cell(remedy)} |`;
    });
    return [`## ${noun}`, '', '| code | says | facts | what to do |', '|---|---|---|---|', ...rows].join('\n');
  });
  return `${[
    '# Refusals',
    'A refusal is a value `{ok: false, refusal: {code, path?, facts}}`. Its code is stable: it may be retired and is never renamed. `path` names the field to blame, as in `payload.seq`; each fact stands where it applies. This page is made from `packages/session/src/catalogue.ts` and `packages/frontier/src/codes.ts` by `node tools/refusals.mjs`.',
    ...sections,
  ].join('\n\n')}\n`;
};
