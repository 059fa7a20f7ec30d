import type { ContentId } from '@ken/address';
import type { Objects } from '../src/objects.ts';
import { findingTable } from '../src/tables.ts';
import { chainTo, rowsOf } from '../src/walk.ts';
import { must } from './running.ts';

/** Every finding of the file that a head stands for: those of its records, and those that hold as it ends there. */
export const findingsOf = async (objects: Objects, head: ContentId): Promise<readonly unknown[]> => {
  const chain = must(await chainTo(objects, head));
  const chunks = [...chain.flatMap(({ findings }) => findings.chunks), ...(chain.at(-1)?.ending ?? [])];
  const found: unknown[] = [];
  for await (const row of rowsOf(objects, findingTable, chunks)) found.push(row);
  return found;
};
