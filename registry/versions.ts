import { parse, satisfies as isIn, validRange } from 'semver';

/** A range as npm writes it: `^1.2`, `>=1.2 <2`, `^1 || ^3`, `*`. Nothing at all is no range here. */
export const isRange = (range: string): boolean => range.trim() !== '' && validRange(range) !== null;

/** Does `version` lie in `range`? Pre-release suffixes are ignored: the host is never one when it is served. */
export function satisfies(version: string, range: string): boolean {
  const parsed = parse(version);
  return parsed !== null && isRange(range) && isIn(`${parsed.major}.${parsed.minor}.${parsed.patch}`, range);
}
