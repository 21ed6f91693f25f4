const key = 'reloaded_for';

/**
 * An address without a screen is loaded anew once (specification 2.2): a newer version may have one. After that the
 * person is told what is wrong.
 */
export const wasReloadedFor = (pathname: string): boolean => sessionStorage.getItem(key) === pathname;

export function reloadFor(pathname: string): void {
  sessionStorage.setItem(key, pathname);
  window.location.reload();
}
