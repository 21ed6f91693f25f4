import { keptName } from '#registry/kept';

/** Keys of the storage under which a start without the server is kept. */
export const keptPrefix = 'kept ';

/** Nobody waits longer for it to sign out. */
const longestMs = 3000;

/** The pages that work without the server. Answers when they are gone: a page that is left before may leave them behind. */
export async function forgetKeptPlace(): Promise<void> {
  const deleting = indexedDB.deleteDatabase(keptName);
  const gone = new Promise<void>((resolve) => {
    for (const end of ['success', 'error', 'blocked']) deleting.addEventListener(end, () => resolve());
  });
  // Browsers have caches on secure pages only.
  const all = Promise.allSettled(['caches' in window ? caches.delete(keptName) : null, gone]);
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, longestMs))]);
}

/** Nobody who comes after somebody that has signed out starts from what was kept for them. */
export function forgetKept(storage: Storage): void {
  for (const key of Object.keys(storage)) if (key.startsWith(keptPrefix)) storage.removeItem(key);
}
