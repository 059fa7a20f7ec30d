import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type LocationMap, readLocations } from '@ken/session';
import type { Command } from 'commander';
import { CommandError, exitCode } from './exit.ts';
import { accepted } from './failures.ts';
import { inputDocument } from './input-document.ts';
import { nearestKen } from './store-place.ts';

/** A map of locations and the folder that it is in, from which its relative roots go out. */
export interface GivenLocations {
  readonly map: LocationMap;
  readonly base: string;
  /** The file that it was read from. */
  readonly path: string;
}

const names = ['locations.json', 'locations.yaml', 'locations.yml'];

/** Where the map is: the option, else KEN_LOCATIONS unless it is empty, else in the nearest `.ken/` upwards. */
const placeOf = (option: string | undefined): string | undefined => {
  const named = option ?? (process.env['KEN_LOCATIONS'] || undefined);
  if (named !== undefined) return named;
  const folder = nearestKen(process.cwd());
  return folder === undefined ? undefined : names.map((name) => join(folder, name)).find((path) => existsSync(path));
};

/** The map of locations, or undefined where none was named and none is in its usual place. Throws a CommandError. */
export const locationsIfAny = async (option: string | undefined): Promise<GivenLocations | undefined> => {
  const path = placeOf(option);
  if (path === undefined) return undefined;
  const map = accepted(readLocations(await inputDocument(path)));
  return { map, base: path === '-' ? process.cwd() : dirname(resolve(path)), path };
};

/** The map of locations. Throws a CommandError, also where none was named and none is in its usual place. */
export const locationsOf = async (option: string | undefined): Promise<GivenLocations> => {
  const given = await locationsIfAny(option);
  if (given !== undefined) return given;
  throw new CommandError(
    exitCode.usage,
    'usage/locations',
    'Nothing says where the materials are: name the map with --locations FILE (else KEN_LOCATIONS, or locations.yaml in the nearest .ken/).',
  );
};

/** Adds the option that names the map of locations. */
export const locationsOption = (command: Command): Command =>
  command.option(
    '--locations <file>',
    'the private map of where materials are kept, in JSON or YAML (else KEN_LOCATIONS, or locations.yaml in the nearest .ken/)',
  );
