import { runAt } from '@ken/session';
import { type CommandSpec, type CommonOptions, common } from '../command.ts';
import { exitCode } from '../exit.ts';
import { accepted } from '../failures.ts';
import { columns, many, neutralLine, size } from '../show/text.ts';
import { withStore } from '../store-place.ts';

export const sessionsCommand: CommandSpec = {
  add(program, run) {
    common(program.command('sessions').description('List the sealed sessions of the store.'), 'ken sessions').action(
      (options: CommonOptions) =>
        run('sessions', options, ({ paint }) =>
          withStore(options.store, 'read', async (store) => {
            const sessions = [];
            for await (const { branch, head } of store.branches()) {
              const { run: key, label, format, bytes, records, units, findings } = accepted(await runAt(store, head));
              sessions.push({
                branch,
                run: key,
                label,
                format,
                head,
                bytes,
                records: records.count,
                units,
                findings: findings.count,
              });
            }
            const rows = sessions.map((one) => [
              neutralLine(one.label ?? one.run),
              neutralLine(one.format),
              many(one.records, 'record'),
              size(one.bytes),
              many(one.units, 'unit'),
              one.head,
            ]);
            const header = ['SESSION', 'FORMAT', 'RECORDS', 'SIZE', 'LEFT OUT', 'HEAD'];
            const text =
              rows.length === 0
                ? 'No session is sealed here yet. Seal one: ken seal FILE'
                : columns([header, ...rows]).replace(/^.*/, (line) => paint.bold(line));
            return { document: { sessions }, text, exit: exitCode.yes };
          }),
        ),
    );
  },
};
