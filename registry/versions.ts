/** The part of semantic versioning that `plugin.json` may use: `1.2.3`, `^1.2`, `~1.2.3`, `>=1.2`, `*`; a space means "and", `||` "or". */
type Version = readonly [number, number, number];

export const versionPattern = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;
const comparatorPattern = /^(\^|~|>=|>|<=|<|=)?(\d+)(?:\.(\d+))?(?:\.(\d+))?$/;
export const isRange = (range: string): boolean =>
  range.split('||').every((part) => {
    const comparators = part.trim().split(/\s+/);
    return comparators.every((comparator) => comparator === '*' || comparatorPattern.test(comparator));
  });

function parse(version: string): Version | null {
  const [major, minor, patch] = version.replace(/-.*$/, '').split('.').map(Number);
  return major === undefined || minor === undefined || patch === undefined ? null : [major, minor, patch];
}

function compare(one: Version, other: Version): number {
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
}

/** The first version that `^` or `~` no longer allows. `^0.2.1` allows patches only, as everywhere. */
function ceiling(operator: '^' | '~', from: Version, givenParts: number): Version {
  const [major, minor, patch] = from;
  if (operator === '~') return givenParts === 1 ? [major + 1, 0, 0] : [major, minor + 1, 0];
  if (major > 0 || givenParts === 1) return [major + 1, 0, 0];
  if (minor > 0 || givenParts === 2) return [0, minor + 1, 0];
  return [0, 0, patch + 1];
}

function allows(comparator: string, version: Version): boolean {
  if (comparator === '*') return true;
  const match = comparatorPattern.exec(comparator);
  if (!match) return false;
  const [, operator = '=', major, minor, patch] = match;
  const bound: Version = [Number(major), Number(minor ?? 0), Number(patch ?? 0)];
  const order = compare(version, bound);
  switch (operator) {
    case '>=':
      return order >= 0;
    case '>':
      return order > 0;
    case '<=':
      return order <= 0;
    case '<':
      return order < 0;
    case '^':
    case '~':
      return (
        order >= 0 &&
        compare(version, ceiling(operator, bound, minor === undefined ? 1 : patch === undefined ? 2 : 3)) < 0
      );
    default:
      return order === 0;
  }
}

/** Does `version` lie in `range`? Pre-release suffixes are ignored: the host is never one when it is served. */
export function satisfies(version: string, range: string): boolean {
  const parsed = parse(version);
  if (!parsed) return false;
  return range.split('||').some((part) =>
    part
      .trim()
      .split(/\s+/)
      .every((comparator) => allows(comparator, parsed)),
  );
}
