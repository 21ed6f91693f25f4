import type { CallInput } from '@sinter/sdk/contract/call';
import type { searchOrders } from '@sinter/sdk/contract/orders/orders';
import type { OrderGroups } from './groups.ts';

/** What a list of orders asks for: the orders of a tab that fit the words. */
export function orderSearch(
  { tabs }: OrderGroups,
  { status, q }: { status: string; q: string },
): CallInput<typeof searchOrders>['body'] {
  const statuses = tabs.find(({ id }) => id === status)?.statuses ?? [];
  return { searchString: q, searchFilters: statuses.length > 0 ? { ORDER_STATUS: [...statuses] } : {} };
}
