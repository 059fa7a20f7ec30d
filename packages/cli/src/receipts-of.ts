import { join, resolve } from 'node:path';
import { registeredMaterials } from '@ken/frontier';
import { contentOf, type ReceiptQuery, type Register, readLocated, type Wanted } from '@ken/session';
import { acceptedFrontier } from './frontier-refusal.ts';
import type { GivenLocations } from './locations.ts';

const absolute = ({ map, base }: GivenLocations, root: string, path: string): string =>
  join(resolve(base, map.roots[root] ?? ''), path);

/** Where a revision of a material is, by the map; another revision's place where it does not have that one. */
export const placeIn = (locations: GivenLocations | undefined, material: string, revision: string): string | null => {
  const all = locations?.map.materials.filter((one) => one.material === material) ?? [];
  const found = all.find((one) => one.revision === revision) ?? all.at(-1);
  return locations === undefined || found === undefined ? null : absolute(locations, found.root, found.path);
};

/** The bytes of a revision as they are at its place today. Whoever takes them looks whether they are those of the revision. */
export const bytesIn =
  (locations: GivenLocations | undefined): ReceiptQuery['bytesOf'] =>
  async ({ material, content }: Wanted) => {
    for (const one of locations?.map.materials ?? []) {
      if (one.material !== material || locations === undefined) continue;
      const read = await readLocated(locations.map, one, locations.base);
      if (read.ok && read.value.content === content) return read.value.bytes;
    }
    return undefined;
  };

/** What is known of revisions by a map: without one, what revisions say themselves. */
export const registerOf = (locations: GivenLocations | undefined, isOwn: boolean): Register => ({
  contentOf: (material, revision) =>
    contentOf(
      revision,
      locations?.map.materials.find((one) => one.material === material && one.revision === revision),
    ),
  placeOf: (material, revision) => placeIn(locations, material, revision),
  bytesOf: bytesIn(locations),
  isOwn,
});

/** Every revision of the goal's materials that may have been delivered: those registered, and those that the map has beside. */
export const wantedOf = (name: string, goal: object, locations: GivenLocations | undefined): readonly Wanted[] => {
  const wanted: Wanted[] = [];
  for (const { material_id: material, revision } of acceptedFrontier(name, registeredMaterials(goal))) {
    const mapped = locations?.map.materials.filter((one) => one.material === material) ?? [];
    const registered = mapped.find((one) => one.revision === revision);
    const path = placeIn(locations, material, revision);
    if (revision !== '') wanted.push({ material, revision, content: contentOf(revision, registered), path });
    for (const one of mapped)
      if (one !== registered)
        wanted.push({
          material,
          revision: one.revision,
          content: one.content,
          path: placeIn(locations, material, one.revision),
        });
  }
  return wanted;
};
