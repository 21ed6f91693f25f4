/** How a list's filters stand in the address. */
export interface Filters<Values> {
  /** What the list begins with when the address says nothing. */
  readonly first: Values;
  /** Nothing is left out: what Show all takes. */
  readonly none: Values;
  /** Names of the parameters that belong to the filters. */
  readonly names: readonly string[];
  read(asked: URLSearchParams): Values;
  /** Sets what differs from `first`. */
  write(values: Values, address: URLSearchParams): void;
}

/**
 * Filters that are texts, each under its own name in the address. `none` names those whose value for everything is
 * another one than the first: `textFilters({ status: 'AWARDED', q: '' }, { status: 'ALL' })`.
 */
export function textFilters<Values extends Record<string, string>>(
  first: Values,
  none: Partial<Values> = {},
): Filters<Values> {
  return {
    first,
    none: { ...first, ...none },
    names: Object.keys(first),
    read: (asked) => ({
      ...first,
      ...Object.fromEntries(Object.keys(first).flatMap((name) => found(name, asked.get(name)))),
    }),
    write(values, address) {
      for (const [name, value] of Object.entries(values)) if (value !== first[name]) address.set(name, value);
    },
  };
}

const found = (name: string, value: string | null): [string, string][] => (value === null ? [] : [[name, value]]);
