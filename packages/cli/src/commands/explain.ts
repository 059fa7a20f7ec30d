import { type Explanation, explain } from '@ken/session';
import { type CommandSpec, type CommonOptions, common } from '../command.ts';
import { exitCode } from '../exit.ts';
import { accepted } from '../failures.ts';
import { resolveId } from '../ids.ts';
import { sessionDocument, sessionText } from '../show/session.ts';
import { beginning, columns, many, neutralLine, size, wrap } from '../show/text.ts';
import { withStore } from '../store-place.ts';
import type { Terminal } from '../terminal.ts';

const rootText = (root: {
  readonly resolved: boolean;
  readonly kind: string | null;
  readonly seq: number | null;
}): string => (root.resolved ? `${root.kind} at record ${root.seq}` : 'not held here');

const unitText = (one: Extract<Explanation, { kind: 'unit' }>, { width }: Terminal): string => {
  const { unit } = one;
  const facts = columns(
    [
      ['op', `${unit.op} (asserts nothing; checked by: ${one.check})`],
      ['depth', String(unit.depth)],
      ['life', unit.life],
      ['length', size(one.length)],
      ['source', unit.source],
      ['', `bytes ${unit.span.start} to ${unit.span.end} of ${one.source.bytes ?? 'a source that is not held here'}`],
      ['elided', unit.elided],
      ['root', unit.root],
      ['', rootText(one.root)],
    ],
    '  ',
  );
  const places = one.places.map((place) =>
    columns(
      [
        ['left out of', neutralLine(place.label ?? place.run)],
        [
          'record',
          `${place.record} (${neutralLine(place.reason)}${place.producer === null ? '' : `, from the ${neutralLine(place.producer)}`}), ${neutralLine(place.path)}`,
        ],
        ['file bytes', `${place.span.start} to ${place.span.end}`],
        ['event', place.event],
        ['packet', place.packet],
        ['head', place.head],
      ],
      '  ',
    ),
  );
  const preview = one.preview === null ? [] : [`  begins\n${wrap(neutralLine(one.preview), width, '    ')}`];
  return [
    `unit ${one.id}\n${facts}`,
    ...places,
    ...preview,
    `Next\n  ken fetch --text ${one.id}\n  ken verify ${one.id}`,
  ].join('\n\n');
};

const packetText = (one: Extract<Explanation, { kind: 'packet' }>, { width }: Terminal): string => {
  const rows = new Map(one.rows.map((row) => [row.unit, row]));
  const facts = columns(
    one.units.map((unit) => {
      const row = rows.get(unit);
      return row === undefined
        ? ['no record is held', '', '', unit]
        : [`record ${row.record}`, neutralLine(row.producer ?? ''), size(row.bytes), unit];
    }),
    '    ',
  ).split('\n');
  return [
    `packet ${one.id}`,
    one.prior === null ? '  genesis: no packet before it' : `  follows ${one.prior}`,
    `  ${many(one.units.length, 'unit')}, in order:`,
    ...one.units.flatMap((unit, at) => {
      const words = beginning(neutralLine(rows.get(unit)?.preview ?? ''), width - 6);
      return [facts[at] ?? '', ...(words === '' ? [] : [`      ${words}`])];
    }),
  ].join('\n');
};

const textOf = (one: Explanation, terminal: Terminal): string => {
  switch (one.kind) {
    case 'unit':
      return unitText(one, terminal);
    case 'packet':
      return packetText(one, terminal);
    case 'event': {
      const { payload, parents } = one.event;
      const kind = typeof payload.kind === 'string' ? payload.kind : (Object.keys(payload.kind)[0] ?? '');
      const unit =
        typeof payload.kind === 'object' && 'elision' in payload.kind ? [['unit', payload.kind.elision.unit]] : [];
      return `event ${one.id}\n${columns(
        [
          ['kind', kind],
          ...unit,
          ['origin', payload.origin],
          ['seq', String(payload.seq)],
          ['depth', String(payload.depth)],
          ['payload', payload.payload],
          ['root', payload.root],
          ['', rootText(one.root)],
          ...parents.map((id) => ['parent', id]),
          ...payload.sources.map((id) => ['source', id]),
        ],
        '  ',
      )}`;
    }
    case 'root':
      return `root ${one.id}\n${columns(
        [
          ['kind', one.root.kind],
          ['seq', String(one.root.seq)],
          ['content', one.root.content],
          ...(one.preview === null ? [] : [['begins', neutralLine(one.preview)]]),
        ],
        '  ',
      )}`;
    case 'source':
      return `source ${one.id}\n  ${size(one.bytes)}\n${wrap(neutralLine(one.preview), terminal.width, '  ')}`;
    case 'run':
      return `head ${one.id}\n${sessionText(sessionDocument(one.summary), terminal.paint, terminal.width)}`;
  }
};

const documentOf = (one: Explanation): object =>
  one.kind === 'run' ? { kind: 'head', id: one.id, session: sessionDocument(one.summary) } : one;

export const explainCommand: CommandSpec = {
  add(program, run) {
    common(
      program
        .command('explain')
        .description(
          'Tell what an id stands for, where it belongs and what it rests on. Takes the id of a head, unit, packet, event, root or source.',
        )
        .argument('<id>', 'an id, or its first 12 characters or more'),
      'ken explain bafyr4i…',
    ).action((word: string, options: CommonOptions) =>
      run('explain', options, (terminal) =>
        withStore(options.store, 'read', async (store) => {
          const explanation = accepted(await explain(store, await resolveId(store, word)));
          return { document: documentOf(explanation), text: textOf(explanation, terminal), exit: exitCode.yes };
        }),
      ),
    );
  },
};
