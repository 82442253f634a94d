/** Memoised: the rows of a list have the same keys, and their times the same zone. */
export function remembering<T>(find: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    let result = known.get(key);
    if (result === undefined) {
      result = find(key);
      // A map of ids has endless keys; this memory must not.
      if (known.size >= 1000) known.clear();
      known.set(key, result);
    }
    return result;
  };
}
