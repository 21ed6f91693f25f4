/**
 * Route patterns: `/orders/:id/messages`. A segment is either text or one `:parameter`. There are no wildcards, so
 * that `plugin.json` shows every address that a plugin claims.
 */
export const pathPattern = /^\/$|^(\/(:[a-zA-Z][a-zA-Z0-9]*|[a-zA-Z0-9_.~-]+))+$/;

const segments = (path: string): string[] => path.split('/').filter((segment) => segment !== '');

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

/**
 * The parameters when `pathname` matches `pattern`, else `null`. A trailing slash, the query and the fragment do not
 * matter.
 */
export function matchPath(pattern: string, pathname: string): Record<string, string> | null {
  // Most are compared with most.
  if (!pattern.includes(':') && isPlain(pathname)) return pattern === pathname ? {} : null;
  const wanted = segments(pattern);
  const given = segments(pathname.replace(/[?#].*$/, ''));
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) {
    const value = decoded(given[index] ?? '');
    if (value === null) return null;
    if (segment.startsWith(':')) params[segment.slice(1)] = value;
    else if (segment !== value) return null;
  }
  return params;
}

/** Written as patterns are: nothing in it has to be read before it is compared. */
const isPlain = (pathname: string): boolean => !/[%?#]|\/\/|[^]\/$/.test(pathname);

/** Patterns of the same shape serve the same addresses. */
export const pathShape = (pattern: string): string => pattern.replace(/:[a-zA-Z][a-zA-Z0-9]*/g, ':');

/** For sorting: text comes before parameters, from the left, so that `/orders/new` is tried before `/orders/:id`. */
export function bySpecificity(one: string, other: string): number {
  const [left, right] = [segments(one), segments(other)];
  for (const [index, segment] of left.entries()) {
    const difference = Number(segment.startsWith(':')) - Number(right[index]?.startsWith(':') ?? false);
    if (difference !== 0) return difference;
  }
  return 0;
}
