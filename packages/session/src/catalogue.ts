import { kernelCodes } from './catalogue-kernel.ts';
import { runCodes } from './catalogue-runs.ts';
import type { Entry } from './catalogue-words.ts';

export type { Entry } from './catalogue-words.ts';

/** Every code that Ken answers with, in the order of the layers: the one table from which sentences and docs/refusals.md are made. */
export const catalogue: { readonly [code: string]: Entry } = { ...kernelCodes, ...runCodes };
