import { listEquipments, listMaterials } from '@sinter/sdk/contract/catalog/catalog';
import { listAmProcesses } from '@sinter/sdk/contract/catalog/offered';
import { searchOrders } from '@sinter/sdk/contract/orders/rows';
import { firstCall, type FirstCalls } from '@sinter/sdk/server';
import { ownProcesses, partSearch } from '../shared/partSearch.ts';

export const firstCalls: FirstCalls = {
  'select-parts': () => [
    firstCall(searchOrders, partSearch('', 0, {})),
    firstCall(listEquipments, { query: {} }),
    firstCall(listMaterials, { query: {} }),
    firstCall(listAmProcesses, ownProcesses),
  ],
};
