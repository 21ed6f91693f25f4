import * as z from 'zod';
import { partFiltersSchema } from '@sinter/sdk/contract/catalog/parts';
import type { partSortSchema } from '@sinter/sdk/contract/catalog/parts';
import type { Filters } from '@sinter/sdk/state/lists';
import type { Sort } from '@sinter/sdk/ui';

type PartSort = z.output<typeof partSortSchema>;

/** As many tags, or formats, as the server takes. */
export const mostChosen = 100;
const mostFacilityTags = 50;

/** `q`: what is searched. */
export const inventoryFiltersSchema = partFiltersSchema.extend({ q: z.string() });
export type InventoryFilters = z.output<typeof inventoryFiltersSchema>;

const none: InventoryFilters = inventoryFiltersSchema.parse({ q: '' });

/** The columns that the server sorts by, and what it calls them. */
export const sorts: Readonly<Record<string, PartSort>> = {
  name: 'NAME',
  partNumber: 'PART_NUMBER',
  created: 'CREATED',
  lastOrdered: 'LAST_ORDERED',
  volume: 'VOLUME',
  orders: 'ORDERS',
};
export const firstSort: Sort = { key: 'created', direction: 'desc' };

/** The order that the server is asked for; an address may name a column that it does not sort by. */
export function wantedSort(sort: Sort | null): { sort: PartSort; descending: boolean } {
  const by = sort && Object.hasOwn(sorts, sort.key) ? sort : firstSort;
  return { sort: sorts[by.key] ?? 'CREATED', descending: by.direction === 'desc' };
}

const yesNo = (text: string | null): boolean | null => (text === 'yes' ? true : text === 'no' ? false : null);

/** How the filters stand in the address. */
export const inventoryFilters: Filters<InventoryFilters> = {
  first: none,
  none,
  names: ['q', 'tag', 'facilityTag', 'format', 'watertight', 'ordered', 'controlled', 'archived'],
  read: (asked) => ({
    q: asked.get('q') ?? '',
    tags: asked.getAll('tag').slice(0, mostChosen),
    tagIds: asked
      .getAll('facilityTag')
      .filter((id) => /^\d{1,9}$/.test(id))
      .slice(0, mostFacilityTags)
      .map(Number),
    formats: asked.getAll('format').slice(0, mostChosen),
    watertight: yesNo(asked.get('watertight')),
    ordered: yesNo(asked.get('ordered')),
    exportControlled: yesNo(asked.get('controlled')),
    archived: asked.get('archived') === 'yes',
  }),
  write({ q, tags, tagIds, formats, watertight, ordered, exportControlled, archived }, address) {
    if (q !== '') address.set('q', q);
    for (const tag of tags) address.append('tag', tag);
    for (const id of tagIds) address.append('facilityTag', String(id));
    for (const format of formats) address.append('format', format);
    for (const [name, value] of Object.entries({ watertight, ordered, controlled: exportControlled })) {
      if (value !== null) address.set(name, value ? 'yes' : 'no');
    }
    if (archived) address.set('archived', 'yes');
  },
};

/** The part whose details the address opens. */
export function openPart(search: string): number | null {
  const part = Number(new URLSearchParams(search).get('part'));
  return Number.isInteger(part) && part > 0 ? part : null;
}
