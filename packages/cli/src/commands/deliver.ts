import { type RegisteredMaterial, registeredMaterials } from '@ken/frontier';
import { contentOf, type Located, locationOf, readLocated, witnessDelivery } from '@ken/session';
import { openSqliteStore } from '@ken/store';
import { type CommandSpec, type CommonOptions, common } from '../command.ts';
import { CommandError, exitCode } from '../exit.ts';
import { accepted } from '../failures.ts';
import { acceptedFrontier } from '../frontier-refusal.ts';
import { boundariesOption } from '../goal.ts';
import { addressee, goalDocument } from '../goal-document.ts';
import { type GivenLocations, locationsOf, locationsOption } from '../locations.ts';
import { placeIn } from '../receipts-of.ts';
import { faultText } from '../show/revisions.ts';
import { size } from '../show/text.ts';
import { storePath } from '../store-place.ts';
import type { Terminal } from '../terminal.ts';
import { isDevice, isOfStore, sameFile, writeWhole } from '../written-file.ts';

interface DeliverOptions extends CommonOptions {
  readonly to: string;
  readonly goal: string;
  readonly todo?: string;
  readonly locations?: string;
  readonly boundary?: readonly string[];
  readonly output?: string;
}

const no = (code: string, message: string): CommandError => new CommandError(exitCode.no, code, message);

const barriers: { readonly [B in NonNullable<RegisteredMaterial['barrier']>]: string } = {
  boundary_omitted: 'the authority names no boundary for it',
  boundary_not_available: 'its boundary cannot be read here; --boundary NAME says which can',
  gate_blocks: 'its gate blocks',
};

/** The material as the authority registers it, once nothing stands before it. */
const allowed = (goal: string, document: object, id: string): RegisteredMaterial => {
  const [material] = acceptedFrontier(goal, registeredMaterials(document, id));
  if (material === undefined) throw no('delivery/unknown', 'The authority of the goal registers no such material.');
  if (material.barrier !== null)
    throw no('delivery/barred', `The material is not to be read here: ${barriers[material.barrier]}.`);
  if (material.revision === '')
    throw no('delivery/no-revision', 'The authority names no revision of the material, so that none can be delivered.');
  return material;
};

/** The bytes of the registered revision, read once; whatever else is there is an error. */
const bytesOf = async ({ map, base }: GivenLocations, material: RegisteredMaterial): Promise<Located> => {
  const { registered } = locationOf(map, material);
  if (registered === undefined)
    throw no('delivery/unlocated', `The map of locations does not have revision ${material.revision} of the material.`);
  const content = contentOf(material.revision, registered);
  if (content === null)
    throw no(
      'delivery/unregistered',
      'Nobody registered what the revision hashes to, and without that no delivery of it can be shown: give the map its content, the RawContentId that ken revisions shows.',
    );
  const read = await readLocated(map, registered, base);
  if (!read.ok) throw no(`delivery/${read.fault}`, `The material is not to be had: ${faultText(read.fault)}.`);
  if (read.value.content !== content)
    throw no(
      'delivery/changed',
      `The bytes there are not those of revision ${material.revision}: ${content} was registered, and ${read.value.content} is there. Register them as a revision, or put the old ones back.`,
    );
  if (read.value.bytes.length === 0) throw no('delivery/empty', 'The material is empty: there is nothing to deliver.');
  return read.value;
};

const nowhere = (what: string): CommandError =>
  no('delivery/not-taken', `${what} goes nowhere: nothing was delivered. Write into a file with --output FILE.`);

/** Hands the bytes over. What was not taken whole was not delivered. */
const handOver = async (
  bytes: Uint8Array,
  { output, store }: DeliverOptions,
  sources: readonly (string | null)[],
  terminal: Terminal,
): Promise<void> => {
  if (output === undefined) {
    if (!terminal.reaches) throw nowhere('Standard output');
    if (!(await terminal.data(bytes)))
      throw no('delivery/not-taken', 'Standard output was closed before all of it was taken: nothing was delivered.');
    return;
  }
  if (await isOfStore(output, storePath(store)))
    throw new CommandError(exitCode.usage, 'usage/output', 'The output is the store itself: name another file.');
  for (const source of sources)
    if (source !== null && (await sameFile(output, source)))
      throw new CommandError(exitCode.usage, 'usage/output', 'The output is what is read here: name another file.');
  if (await isDevice(output)) throw nowhere('The output');
  await writeWhole(output, (append) => append(bytes));
};

export const deliverCommand: CommandSpec = {
  add(program, run) {
    common(
      boundariesOption(
        locationsOption(
          program
            .command('deliver')
            .description(
              'Give an agent the bytes of a material in its registered revision, witness that, and mint the receipt. Takes a material; the bytes go to standard output or into a file.',
            )
            .argument('<material>', 'the id of a material that the authority of the goal registers')
            .requiredOption('--to <agent>', 'the agent that reads it')
            .requiredOption('--goal <file>', 'the goal, in JSON or YAML; - is standard input')
            .option('--todo <id>', 'the todo that it is read for'),
        ),
      ).option('-o, --output <file>', 'write the bytes to this file, and the receipt to standard output'),
      'ken deliver entry-format --to builder --goal goal.yaml --locations locations.yaml',
    ).action((id: string, options: DeliverOptions) =>
      run('deliver', options, async (terminal) => {
        const { to, todo, output } = options;
        if (output === undefined && options.json === true)
          throw new CommandError(
            exitCode.usage,
            'usage/output',
            'ken deliver writes the bytes to standard output; --json needs --output FILE beside it.',
          );
        const goal = await goalDocument(options.goal);
        const known = addressee(goal, to, todo);
        const document = { ...goal, ...(options.boundary && { available_boundaries: options.boundary }) };
        const material = allowed(options.goal, document, id);
        const locations = await locationsOf(options.locations);
        const { bytes, content } = await bytesOf(locations, material);
        const place = placeIn(locations, material.material_id, material.revision);
        const store = await openSqliteStore(storePath(options.store), { mode: 'write' });
        try {
          await handOver(bytes, options, [options.goal, locations.path, place], terminal);
          const { material_id, revision } = material;
          const note = { ...known, material: material_id, revision, content };
          const witnessed = accepted(await witnessDelivery(store, note, bytes));
          const said = `${material_id}, revision ${revision}, ${size(bytes.length)}, delivered to ${known.agent}: event ${witnessed.receipt.evidence_ref}`;
          if (output === undefined) {
            terminal.say(said);
            return undefined;
          }
          if (options.json !== true) terminal.say(said);
          return {
            document: { ...witnessed, file: output, bytes: bytes.length },
            text: JSON.stringify(witnessed.receipt),
            exit: exitCode.yes,
          };
        } finally {
          await store.close();
        }
      }),
    );
  },
};
