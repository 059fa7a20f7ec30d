import { type Store, StoreError } from '@ken/store';
import type { Bundle } from './bundle-reader.ts';
import { orFault, runAt } from './walk.ts';

/**
 * A bundle as a store to read from: whoever holds the file can explain, fetch and export what is in it. It has one branch,
 * of the run that its head is of. Nothing can be written to it.
 */
export const bundleStore = (bundle: Bundle): Store => ({
  get: (id) => bundle.get(id),
  getMany: (ids) => bundle.getMany(ids),
  has: async (id) => bundle.has(id),
  commit: async () => {
    throw new StoreError('store/read-only');
  },
  head: async () => bundle.head,
  async *branches(prefix = '') {
    const { run } = orFault(await runAt(bundle, bundle.head));
    if (run.startsWith(prefix)) yield { branch: run, head: bundle.head };
  },
  resolve: async (prefix, limit) =>
    bundle
      .ids()
      .filter((id) => id.startsWith(prefix))
      .sort()
      .slice(0, limit),
  collections: async () => 0,
  stats: async () => bundle.stats(),
  close: async () => undefined,
});
