import { parseRawContentId, type RawContentId, type Value } from '@ken/address';
import { isName } from '@ken/frontier';
import { refused, type SessionResult } from '../refusal.ts';
import { dictionary, list, map, oneOf, type Reader, ShapeFault, text } from '../shape.ts';

/** Where one revision of a material is kept. */
export interface Location {
  readonly material: string;
  readonly revision: string;
  /** What the bytes of the revision hash to; null where nobody registered that, and nothing can be proven of them. */
  readonly content: RawContentId | null;
  /** A name among the roots of the map. */
  readonly root: string;
  /** Below the root, its parts separated by `/`. */
  readonly path: string;
}

/** The private map of locations: no projection copies anything of it. */
export interface LocationMap {
  /** Folders by name: absolute, or relative to the folder that the map is in. */
  readonly roots: Readonly<Record<string, string>>;
  readonly materials: readonly Location[];
}

/** The name in `schema_version` of a map. */
export const LOCATIONS_SCHEMA = 'ken_locations_v0';

const filled: Reader<string> = (value, path) => {
  const found = typeof value === 'number' ? String(value) : text(value, path);
  if (found.trim() === '' || found.includes('\0') || !found.isWellFormed())
    throw new ShapeFault(path, 'text that is not blank and has no NUL in it');
  return found;
};

/** A text that is told where receipts are: it must not say where something is. */
const name: Reader<string> = (value, path) => {
  const found = filled(value, path);
  if (!isName(found)) throw new ShapeFault(path, 'a name of at most 180 characters, and no path or secret');
  return found;
};

const contentId: Reader<RawContentId | null> = (value, path) => {
  if (value === undefined || value === null) return null;
  const parsed = parseRawContentId(text(value, path));
  if (!parsed.ok) throw new ShapeFault(path, 'a RawContentId');
  return parsed.value;
};

/** Why a path cannot stand below a root, or null: it must say where it leads without being looked up. */
const pathFault = (path: string): string | null => {
  if (path.includes('\0') || path.includes('\\')) return 'a path whose parts are separated by /';
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return 'a path below its root, and no absolute one';
  const parts = path.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..')) return 'a path without . and .. in it';
  return null;
};

const below: Reader<string> = (value, path) => {
  const found = filled(value, path);
  const fault = pathFault(found);
  if (fault !== null) throw new ShapeFault(path, fault);
  return found;
};

const location: Reader<Location> = (value, path) => {
  const read = map<Location>({ material: name, revision: name, content: contentId, root: filled, path: below })(
    value,
    path,
  );
  // A revision that is an id of bytes is what they hash to, and cannot be said to be something else.
  const named = parseRawContentId(read.revision);
  if (!named.ok) return read;
  if (read.content !== null && read.content !== named.value)
    throw new ShapeFault(`${path}.content`, 'the id that its revision is');
  return { ...read, content: named.value };
};

const document: Reader<{ schema_version: string; roots: Record<string, string>; materials: Location[] }> = map({
  schema_version: oneOf(LOCATIONS_SCHEMA),
  roots: dictionary(filled),
  materials: list(location),
});

/** Looks over a map as a whole: every root is there, and no revision of a material stands twice. */
const checkWhole = ({ roots, materials }: LocationMap): void => {
  const seen = new Set<string>();
  for (const [at, one] of materials.entries()) {
    if (!Object.hasOwn(roots, one.root)) throw new ShapeFault(`materials[${at}].root`, 'the name of a root of the map');
    const key = JSON.stringify([one.material, one.revision]);
    if (seen.has(key)) throw new ShapeFault(`materials[${at}]`, 'a revision that is not in the map already');
    seen.add(key);
  }
};

/**
 * Reads a map of locations from what JSON or YAML gave. Refused with `locations/shape` and the path of what is wrong; the
 * refusal says nothing of what stands there.
 */
export const readLocations = (given: unknown): SessionResult<LocationMap> => {
  try {
    // What these readers meet and do not expect they refuse, whatever it is.
    const { roots, materials } = document(given as Value, '');
    checkWhole({ roots, materials });
    return { ok: true, value: { roots, materials } };
  } catch (fault) {
    if (fault instanceof ShapeFault) return refused('locations/shape', { wanted: fault.wanted }, fault.path);
    throw fault;
  }
};

const said = (description: string): object => ({ type: 'string', minLength: 1, description });

/** A JSON Schema (2020-12) of a map of locations. What no keyword can say only `readLocations` refuses. */
export const locationsSchema: object = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: `${LOCATIONS_SCHEMA}: where the revisions of materials are kept`,
  type: 'object',
  properties: {
    schema_version: { const: LOCATIONS_SCHEMA },
    roots: {
      type: 'object',
      description: 'Folders by name: absolute, or relative to the folder that the map is in.',
      additionalProperties: { type: 'string', minLength: 1 },
    },
    materials: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          material: said('The id of the material in the authority of the goal.'),
          revision: { ...said('The revision that is kept there.'), type: ['string', 'number'] },
          content: {
            type: ['string', 'null'],
            pattern: '^bafkr4i[a-z2-7]{52}$',
            description:
              'The RawContentId of the bytes of the revision. Without one (and where the revision is none) nothing can be proven of them.',
          },
          root: said('The name of a root.'),
          path: said('Below the root, its parts separated by /, without . and .. in it.'),
        },
        required: ['material', 'revision', 'root', 'path'],
        additionalProperties: false,
      },
    },
  },
  required: ['schema_version', 'roots', 'materials'],
  additionalProperties: false,
};
