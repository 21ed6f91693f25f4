import { listOfferedMaterials } from '@sinter/sdk/contract/catalog/offered';
import { readPreference } from '@sinter/sdk/contract/host/records';
import { readWelcome } from '@sinter/sdk/contract/orders/welcome';
import { countFoundOrders } from '@sinter/sdk/contract/orders/lists';
import { countOrders, readOrder, searchOrders } from '@sinter/sdk/contract/orders/orders';
import { readRequestForm } from '@sinter/sdk/contract/orders/requestForms';
import { listPriorities } from '@sinter/sdk/contract/scheduling/priorities';
import { listFormats } from '@sinter/sdk/contract/preparation/fileOperations';
import { firstCall, type FirstCall, type FirstCalls, type FirstPlace } from '@sinter/sdk/server';
import { archiveGroups, buyerGroups, type OrderGroups, providerGroups, publicGroups } from '../shared/groups.ts';
import { firstFilters, orderSearch } from '../shared/listFilters.ts';

/** A list as it is when its address says nothing else. */
function orderList(groups: OrderGroups, { search }: FirstPlace): FirstCall[] {
  const around = [
    firstCall(countOrders, {}),
    firstCall(readPreference, { params: { type: `${groups.name}_COLUMNS` } }),
    firstCall(readPreference, { params: { type: `${groups.name}_FILTERS` } }),
  ];
  if (search.size > 0) return around;
  const body = orderSearch(groups, firstFilters(groups));
  const dueCounts = body.searchFilters?.ORDER_STATUS ? [firstCall(countFoundOrders, { query: {}, body })] : [];
  return [firstCall(searchOrders, { query: { page: 0, size: 15 }, body }), ...around, ...dueCounts];
}

const buyersList = (place: FirstPlace) =>
  orderList(place.user.accountType === 'THIRD_PARTY_ENGINEER' ? publicGroups : buyerGroups, place);

export const firstCalls: FirstCalls = {
  'part-orders': (place) => [...orderList(providerGroups, place), firstCall(listPriorities, {})],
  'engineer-orders': buyersList,
  'order-history': buyersList,
  archive: (place) => orderList(archiveGroups, place),
  'engineer-archive': (place) => orderList(archiveGroups, place),
  'order-details': ({ params }) => [firstCall(readOrder, { params: { id: Number(params['id']) } })],
  'store-front': () => [firstCall(listFormats, {}), firstCall(listOfferedMaterials, {}), firstCall(readWelcome, {})],
  'order-create': () => [firstCall(readRequestForm, {})],
};
