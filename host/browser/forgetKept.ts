import { keptName } from '#registry/kept';

/** Keys of the storage under which a start without the server is kept. */
export const keptPrefix = 'kept ';

/** The pages that work without the server: asked for at once, since the page is left the next moment. */
export function forgetKeptPlace(): void {
  // Browsers have caches on secure pages only.
  if ('caches' in window) void caches.delete(keptName);
  indexedDB.deleteDatabase(keptName);
}

/** Nobody who comes after somebody that has signed out starts from what was kept for them. */
export function forgetKept(storage: Storage): void {
  for (const key of Object.keys(storage)) if (key.startsWith(keptPrefix)) storage.removeItem(key);
}
