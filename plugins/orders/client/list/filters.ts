import type { Filters } from '@sinter/sdk/state/lists';
import type { OrderGroups } from '../../shared/groups.ts';
import { dayNames, firstFilters, listFiltersSchema, severalNames } from '../../shared/listFilters.ts';
import type { ListFilters } from '../../shared/listFilters.ts';

const ends = ['from', 'to'] as const;

/** How a list's filters stand in the address: `?status=ALL&q=jaws&material=3&material=5&needed.from=2026-11-01`. */
export function addressFilters(groups: OrderGroups): Filters<ListFilters> {
  const first = firstFilters(groups);
  return {
    first,
    none: { ...first, status: groups.everything },
    names: [
      ...['status', 'q', 'due'],
      ...severalNames,
      ...dayNames.flatMap((name) => ends.map((end) => `${name}.${end}`)),
    ],
    read(asked) {
      const read = listFiltersSchema.safeParse({
        status: asked.get('status') ?? first.status,
        q: asked.get('q') ?? '',
        due: asked.get('due'),
        ...Object.fromEntries(severalNames.map((name) => [name, asked.getAll(name)])),
        ...Object.fromEntries(
          dayNames.map((name) => [name, { from: asked.get(`${name}.from`), to: asked.get(`${name}.to`) }]),
        ),
      });
      return read.success ? read.data : first;
    },
    write(values, address) {
      if (values.status !== first.status) address.set('status', values.status);
      if (values.q !== '') address.set('q', values.q);
      if (values.due !== null) address.set('due', values.due);
      for (const name of severalNames) for (const value of values[name]) address.append(name, value);
      for (const name of dayNames) {
        for (const end of ends) {
          const day = values[name][end];
          if (day !== null) address.set(`${name}.${end}`, day);
        }
      }
    },
  };
}
