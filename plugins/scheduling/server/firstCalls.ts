import { listEquipments, listMaterials } from '@sinter/sdk/contract/catalog/catalog';
import { readPreference } from '@sinter/sdk/contract/host/records';
import { firstCall, type FirstCalls } from '@sinter/sdk/server';

/** The jobs themselves come as bytes, and are asked for by the chart. */
export const firstCalls: FirstCalls = {
  'scheduler-view': ({ user }) => {
    const query = { getFromAllFacilities: user.serviceProvider?.rootSpId === null ? 'true' : 'false' } as const;
    return [
      firstCall(listEquipments, { query }),
      firstCall(listMaterials, { query }),
      firstCall(readPreference, { params: { type: 'SCHEDULER_MACHINE_SEARCH_FILTERS' } }),
    ];
  },
};
