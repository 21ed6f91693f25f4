import type * as z from 'zod';
import type { partFiltersSchema, partSortSchema } from '@sinter/sdk/contract/catalog/parts';
import type { Sort } from '@sinter/sdk/ui';

export type PartFilters = z.output<typeof partFiltersSchema>;
type PartSort = z.output<typeof partSortSchema>;

/** As many tags, or formats, as the server takes. */
export const mostChosen = 100;

export const noFilters: PartFilters = {
  tags: [],
  formats: [],
  watertight: null,
  ordered: null,
  exportControlled: null,
  archived: false,
};

/** The columns that the server sorts by, and what it calls them. */
export const sorts: Readonly<Record<string, PartSort>> = {
  name: 'NAME',
  partNumber: 'PART_NUMBER',
  created: 'CREATED',
  lastOrdered: 'LAST_ORDERED',
  volume: 'VOLUME',
  orders: 'ORDERS',
};
const firstSort: Sort = { key: 'created', direction: 'desc' };

/** What a list shows; the address holds all of it. */
export interface Shown {
  search: string;
  filters: PartFilters;
  sort: Sort;
  page: number;
  /** The part whose details are open. */
  part: number | null;
}

const yesNo = (text: string | null): boolean | null => (text === 'yes' ? true : text === 'no' ? false : null);

export function readAddress(search: string): Shown {
  const asked = new URLSearchParams(search);
  const sort = asked.get('sort') ?? '-created';
  const key = sort.replace(/^-/, '');
  const part = Number(asked.get('part'));
  return {
    search: asked.get('q') ?? '',
    filters: {
      tags: asked.getAll('tag').slice(0, mostChosen),
      formats: asked.getAll('format').slice(0, mostChosen),
      watertight: yesNo(asked.get('watertight')),
      ordered: yesNo(asked.get('ordered')),
      exportControlled: yesNo(asked.get('controlled')),
      archived: asked.get('archived') === 'yes',
    },
    sort: key in sorts ? { key, direction: sort.startsWith('-') ? 'desc' : 'asc' } : firstSort,
    page: Math.max((Number(asked.get('page')) || 1) - 1, 0),
    part: Number.isInteger(part) && part > 0 ? part : null,
  };
}

export function writeAddress({ search, filters, sort, page, part }: Shown): string {
  const address = new URLSearchParams();
  const choice = (name: string, value: boolean | null) => {
    if (value !== null) address.set(name, value ? 'yes' : 'no');
  };
  if (search !== '') address.set('q', search);
  for (const tag of filters.tags) address.append('tag', tag);
  for (const format of filters.formats) address.append('format', format);
  choice('watertight', filters.watertight);
  choice('ordered', filters.ordered);
  choice('controlled', filters.exportControlled);
  if (filters.archived) address.set('archived', 'yes');
  const by = `${sort.direction === 'desc' ? '-' : ''}${sort.key}`;
  if (by !== '-created') address.set('sort', by);
  if (page > 0) address.set('page', String(page + 1));
  if (part !== null) address.set('part', String(part));
  return address.size > 0 ? `?${address}` : '';
}
