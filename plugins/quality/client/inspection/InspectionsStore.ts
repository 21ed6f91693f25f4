import { reconnected } from '@sinter/sdk/contract/host/events';
import {
  inspectionChanged,
  inspectionStateSchema,
  searchInspections,
  type InspectionLine,
  type InspectionState,
} from '@sinter/sdk/contract/quality/inspections';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { on } from '@sinter/sdk/state';
import { List, textFilters } from '@sinter/sdk/state/lists';

type Host = Pick<PluginHost, 'api' | 'events' | 'location' | 'log' | 'navigate'>;

const active: InspectionState[] = ['OPEN', 'MEASURING'];
export const stateTabs = ['ACTIVE', ...inspectionStateSchema.options, ''] as const;

/** Inspections of the facility. The address holds what is shown. */
export class InspectionsStore {
  readonly list: List<InspectionLine, { state: string; q: string }>;

  constructor(host: Host) {
    const { api } = host;
    this.list = new List<InspectionLine, { state: string; q: string }>(host, {
      filters: textFilters({ state: 'ACTIVE', q: '' }, { state: '' }),
      keyOf: ({ id }) => id,
      page: async ({ filters, page, size }, signal) => {
        const known = inspectionStateSchema.safeParse(filters.state);
        const states = known.success ? [known.data] : filters.state === 'ACTIVE' ? active : [];
        const body = { states, text: filters.q, page, size };
        const { inspections, total, more } = await api.call(searchInspections, { body }, { signal });
        return { rows: inspections, total, more };
      },
      failed: 'inspections could not be loaded',
      refreshOn: [on(inspectionChanged), on(reconnected)],
    });
  }

  start(): Dispose {
    return this.list.start();
  }
}
