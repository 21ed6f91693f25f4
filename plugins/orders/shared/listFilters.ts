import type { CallInput } from '@sinter/sdk/contract/call';
import { dueMarkSchema, type OrderFilters } from '@sinter/sdk/contract/orders/filters';
import type { searchOrders } from '@sinter/sdk/contract/orders/orders';
import * as z from 'zod';
import type { OrderGroups } from './groups.ts';

/** What a list can be narrowed by, several values each, and what the server calls it. */
export const severalFilters = {
  process: 'AM_PROCESS',
  generalMaterial: 'GENERAL_MATERIAL',
  material: 'SPECIFIC_MATERIAL',
  machine: 'EQUIPMENTS',
  customer: 'CUSTOMER_ID',
  tag: 'TAGS',
  useCase: 'PRIMARY_USE_CASE',
  industry: 'INDUSTRY_FOCUS',
  form: 'RFQ_CONFIG_NAME',
  number: 'ORDER_ID',
  theirNumber: 'THIRD_PARTY_ORDER_ID',
  file: 'CAD_FILE_ID',
} as const satisfies Record<string, keyof OrderFilters>;
export type Several = keyof typeof severalFilters;

/** From one day to another, either of them open. */
export const dayFilters = {
  needed: 'ESTIMATED_DELIVERY_DATE',
  quoteDue: 'QUOTE_DUE_DATE',
  created: 'CREATE_DATE',
  modified: 'MODIFY_DATE',
} as const satisfies Record<string, keyof OrderFilters>;
export type Days = keyof typeof dayFilters;

export const severalNames = z.enum(Object.keys(severalFilters) as [Several, ...Several[]]).options;
export const dayNames = z.enum(Object.keys(dayFilters) as [Days, ...Days[]]).options;

const day = z.iso.date().nullable().catch(null).default(null);
const days = z.object({ from: day, to: day }).prefault({});
const several = z.array(z.string().max(200)).max(200).default([]);

/** `status`: the tab; `q`: what is searched; `due`: the mark. */
export const listFiltersSchema = z.object({
  status: z.string(),
  q: z.string().default(''),
  due: dueMarkSchema.nullable().catch(null).default(null),
  process: several,
  generalMaterial: several,
  material: several,
  machine: several,
  customer: several,
  tag: several,
  useCase: several,
  industry: several,
  form: several,
  number: several,
  theirNumber: several,
  file: several,
  needed: days,
  quoteDue: days,
  created: days,
  modified: days,
});
export type ListFilters = z.output<typeof listFiltersSchema>;

export const firstFilters = ({ first }: OrderGroups): ListFilters => listFiltersSchema.parse({ status: first });

type Body = CallInput<typeof searchOrders>['body'];

/** What the server is asked for: the orders of a tab that meet the filters. */
export function orderSearch({ tabs }: OrderGroups, filters: ListFilters): Body {
  const statuses = tabs.find(({ id }) => id === filters.status)?.statuses ?? [];
  const searchFilters: OrderFilters = statuses.length > 0 ? { ORDER_STATUS: [...statuses] } : {};
  for (const name of severalNames) {
    if (filters[name].length > 0) searchFilters[severalFilters[name]] = [...filters[name]];
  }
  for (const name of dayNames) {
    const { from, to } = filters[name];
    if (from !== null || to !== null) searchFilters[dayFilters[name]] = { from, to };
  }
  if (filters.due !== null) searchFilters.ESTIMATED_DELIVERY_DATE = filters.due;
  return { searchString: filters.q, searchFilters };
}

/** How many things narrow the list beside the tab, the search and the due mark. */
export const countNarrowing = (filters: ListFilters): number =>
  severalNames.filter((name) => filters[name].length > 0).length +
  dayNames.filter((name) => filters[name].from !== null || filters[name].to !== null).length;
