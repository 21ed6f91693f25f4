import { listEquipments, listMaterials } from '@sinter/sdk/contract/catalog/catalog';
import { readPreference } from '@sinter/sdk/contract/host/records';
import { readCalendar } from '@sinter/sdk/contract/scheduling/calendar';
import { searchJobs } from '@sinter/sdk/contract/scheduling/chart';
import { instantOf, wallOf } from '@sinter/sdk/plugin';
import { firstBytes, firstCall, type FirstCalls } from '@sinter/sdk/server';
import { readRange, weekOf, windowOf } from '../shared/dayRange.ts';

export const firstCalls: FirstCalls = {
  'scheduler-view': ({ user: { serviceProvider }, search }) => {
    const query = { getFromAllFacilities: serviceProvider?.rootSpId === null ? 'true' : 'false' } as const;
    const timeZone = serviceProvider?.timeZone ?? 'UTC';
    const zone = {
      wallOf: (epoch: number) => wallOf(timeZone, epoch),
      epochOf: (wall: number) => instantOf(timeZone, wall),
    };
    const { from, to } = windowOf(zone, readRange(search) ?? weekOf(zone, Date.now()));
    return [
      firstBytes(searchJobs, { query, body: { fromDate: String(from), toDate: String(to) } }),
      firstCall(listEquipments, { query }),
      firstCall(listMaterials, { query }),
      firstCall(readCalendar, {}),
      firstCall(readPreference, { params: { type: 'SCHEDULER_MACHINE_SEARCH_FILTERS' } }),
    ];
  },
};
