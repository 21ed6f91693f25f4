import type { CallInput } from '@sinter/sdk/contract/call';
import type { listAmProcesses } from '@sinter/sdk/contract/catalog/offered';
import type { searchOrders } from '@sinter/sdk/contract/orders/rows';

export const pageSize = 15;

/** What the screen of parts asks for: awarded orders with parts that are left to schedule. */
export const partSearch = (
  search: string,
  page: number,
  filters: Readonly<Record<string, number[]>>,
): CallInput<typeof searchOrders> => ({
  query: { page, size: pageSize, schedulingCall: 'true' },
  body: { searchString: search, searchFilters: { ORDER_STATUS: ['AWARDED'], ...filters } },
});

export const ownProcesses: CallInput<typeof listAmProcesses> = {
  query: { filter_by_match_type: 'true', matchingType: 'INTERNAL_FACILITY' },
};
