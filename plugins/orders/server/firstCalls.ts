import { listOfferedMaterials } from '@sinter/sdk/contract/catalog/offered';
import { readPreference } from '@sinter/sdk/contract/host/records';
import { countOrders, readOrder, searchOrders } from '@sinter/sdk/contract/orders/orders';
import { listPriorities } from '@sinter/sdk/contract/scheduling/priorities';
import { listFormats } from '@sinter/sdk/contract/preparation/fileOperations';
import { firstCall, type FirstCall, type FirstCalls, type FirstPlace } from '@sinter/sdk/server';
import { buyerGroups, type OrderGroups, providerGroups } from '../shared/groups.ts';
import { orderSearch } from '../shared/orderSearch.ts';

/** A list as it is when its address says nothing else. */
function orderList(groups: OrderGroups, { search }: FirstPlace): FirstCall[] {
  const around = [
    firstCall(countOrders, {}),
    firstCall(readPreference, { params: { type: 'ORDER_COLUMNS' } }),
    firstCall(readPreference, { params: { type: 'ORDER_FILTERS' } }),
  ];
  if (search.size > 0) return around;
  const body = orderSearch(groups, { status: groups.first, q: '' });
  return [firstCall(searchOrders, { query: { page: 0, size: 15 }, body }), ...around];
}

const buyersList = (place: FirstPlace) => orderList(buyerGroups, place);

export const firstCalls: FirstCalls = {
  'part-orders': (place) => [...orderList(providerGroups, place), firstCall(listPriorities, {})],
  'engineer-orders': buyersList,
  'order-history': buyersList,
  'order-details': ({ params }) => [firstCall(readOrder, { params: { id: Number(params['id']) } })],
  'store-front': () => [firstCall(listFormats, {}), firstCall(listOfferedMaterials, {})],
};
