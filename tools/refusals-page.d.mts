import type { CodeEntry } from '@ken/frontier';
import type { Entry } from '@ken/session';

/** The page of all refusals: a section for each noun, a row for each code. */
export const refusalsPage: (
  catalogue: { readonly [code: string]: Entry },
  frontierCodes: { readonly [code: string]: CodeEntry },
) => string;
