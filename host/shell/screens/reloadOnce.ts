const key = 'reloaded_for';

type Kept = Pick<Storage, 'getItem' | 'setItem'>;

/**
 * Whether the page may be reloaded for an address that it has no screen for (specification 2.2): the first time, since a
 * newer version may have one. After that the person is told what is wrong.
 */
export function mayReloadFor(pathname: string, kept: Kept = sessionStorage): boolean {
  if (kept.getItem(key) === pathname) return false;
  kept.setItem(key, pathname);
  return kept.getItem(key) === pathname;
}
