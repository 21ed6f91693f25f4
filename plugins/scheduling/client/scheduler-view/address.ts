import { groupings } from '../chart/rows.ts';
import type { Grouping } from '../chart/rows.ts';
import { readRange } from '../../shared/dayRange.ts';
import type { DayRange } from '../../shared/dayRange.ts';
import { filterKeys, filterSchema } from './filters.ts';
import type { Filter } from './filters.ts';

export interface Address {
  range: DayRange | null;
  filter: Filter;
  grouping: Grouping | null;
  /** The job that is picked: filters rest meanwhile. */
  jobId: number | null;
  /** The job that is outlined without being picked. */
  selectedId: number | null;
  /** Asks for a new job with the parts of this order. */
  orderId: number | null;
}

const numbers = (text: string | null): number[] =>
  (text ?? '')
    .split(',')
    .map(Number)
    .filter((id) => Number.isInteger(id) && id > 0);

/** What cannot be read is left out. */
export function readAddress(search: string): Address {
  const query = new URLSearchParams(search);
  const filter = filterSchema.parse(Object.fromEntries(filterKeys.map((key) => [key, numbers(query.get(key))])));
  return {
    range: readRange(query),
    filter,
    grouping: groupings.find((each) => each === query.get('group')) ?? null,
    jobId: numbers(query.get('job'))[0] ?? null,
    selectedId: numbers(query.get('selected'))[0] ?? null,
    orderId: numbers(query.get('order'))[0] ?? null,
  };
}

export function writeAddress(
  { from, to }: DayRange,
  filter: Filter,
  {
    grouping = null,
    jobId = null,
    selectedId = null,
  }: Partial<Pick<Address, 'grouping' | 'jobId' | 'selectedId'>> = {},
): string {
  const chosen = filterKeys.filter((key) => filter[key].length > 0).map((key) => `&${key}=${filter[key].join(',')}`);
  return [
    `?from=${from}&to=${to}`,
    ...chosen,
    grouping === null ? '' : `&group=${grouping}`,
    jobId === null ? '' : `&job=${jobId}`,
    selectedId === null ? '' : `&selected=${selectedId}`,
  ].join('');
}
