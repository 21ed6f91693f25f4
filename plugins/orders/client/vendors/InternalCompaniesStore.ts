import { declareInternal, listInternalCompanies, type InternalCompany } from '@sinter/sdk/contract/orders/vendors';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore } from '@sinter/sdk/state';
import { List, textFilters } from '@sinter/sdk/state/lists';

type Host = Pick<PluginHost, 'api' | 'events' | 'location' | 'log' | 'navigate'>;

/** Which customers are of the own enterprise. */
export class InternalCompaniesStore {
  readonly list: List<InternalCompany, { q: string }>;
  readonly declaring: Action<[InternalCompany, boolean], InternalCompany>;

  constructor(host: Host) {
    const { api } = host;
    this.list = new List<InternalCompany, { q: string }>(host, {
      filters: textFilters({ q: '' }),
      keyOf: ({ company }) => company.id,
      page: async ({ filters, page, size }, signal) => {
        const query = { page, size, searchString: filters.q };
        const { companies, totalCount } = await api.call(listInternalCompanies, { query }, { signal });
        return { rows: companies, total: totalCount };
      },
      failed: 'customers could not be read',
    });
    this.declaring = new Action<[InternalCompany, boolean], InternalCompany>(host, {
      run: ({ company: { id } }, internal) => api.call(declareInternal, { params: { id }, body: { internal } }),
      failed: 'a customer was not declared',
      onDone: () => this.list.refresh(),
      toast: true,
    });
    makeStore(this);
  }

  start(): Dispose {
    return this.list.start();
  }
}
