/** Keys of the storage under which a start without the server is kept. */
export const keptPrefix = 'kept ';

/** Nobody who comes after somebody that has signed out starts from what was kept for them. */
export function forgetKept(storage: Storage): void {
  for (const key of Object.keys(storage)) if (key.startsWith(keptPrefix)) storage.removeItem(key);
}
