/** Nothing to come back to after signing in: these screens end there, or are no screens. */
const noReturn =
  /^\/($|custom-login|logout|access-denied|account-verify|second-factor|switch(-facility)?\/|saml\/|api\/)/;
// oxlint-disable-next-line no-control-regex -- these are exactly what must not pass
const unsafe = /[\u0000-\u0020\u007f\\]/;

/**
 * Where somebody wanted to go before signing in, as a path of this site; `null` for anything else. Takes only what
 * every browser reads as a path of the same origin, so that no link can lead people away through the sign-in.
 */
export function safeReturnPath(given: string | null, origin: string): string | null {
  if (!given || !given.startsWith('/') || given.startsWith('//') || unsafe.test(given)) return null;
  const address = URL.canParse(given, origin) ? new URL(given, origin) : null;
  if (!address || address.origin !== new URL(origin).origin) return null;
  // `/x/..//evil.example` is the path `//evil.example` once it is resolved.
  if (address.pathname.startsWith('//') || noReturn.test(address.pathname)) return null;
  return address.pathname + address.search + address.hash;
}

/** The sign-in page's address that brings people back to `location`. */
export function signInAddress(signInPath: string, { pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const back = noReturn.test(pathname) ? null : pathname + search;
  return back ? `${signInPath}?returnTo=${encodeURIComponent(back)}` : signInPath;
}
