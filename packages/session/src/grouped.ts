/** The list under a key, made where there is none: to add to it, and not to copy it for each thing that is added. */
export const grouped = <K, T>(lists: Map<K, T[]>, key: K): T[] => {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
};
