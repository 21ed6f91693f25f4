import type { VendorRelation } from '@sinter/sdk/contract/orders/orders';
import { vendorRelationSchema } from '@sinter/sdk/contract/orders/orders';
import {
  confirmInternal,
  listVendorRelations,
  setVendorRelation,
  type Vendor,
} from '@sinter/sdk/contract/orders/vendors';
import { principalOf } from '@sinter/sdk/auth';
import { refusal } from '@sinter/sdk/contract/guard';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore } from '@sinter/sdk/state';
import { List, textFilters } from '@sinter/sdk/state/lists';

type Host = Pick<PluginHost, 'api' | 'events' | 'location' | 'log' | 'navigate' | 'user'>;

/** The tabs: those of the own list, or of one relation. */
export const tabs = ['KNOWN', 'INTERNAL', 'PRIVATE', 'BLACK_LISTED', 'MATCHED'] as const;
export interface VendorFilters extends Record<string, string> {
  list: string;
  q: string;
}

/** Facilities as the company's vendors. */
export class VendorsStore {
  /** The one that is being approved or blocked. */
  changing: { vendor: Vendor; to: 'PRIVATE' | 'BLACK_LISTED' } | null = null;
  readonly list: List<Vendor, VendorFilters>;
  /** Takes a facility off the list, which needs no word. */
  readonly removing: Action<[Vendor], Vendor>;
  readonly confirming: Action<[Vendor, boolean], Vendor>;
  readonly #host: Host;

  constructor(host: Host) {
    const { api } = host;
    this.#host = host;
    this.list = new List<Vendor, VendorFilters>(host, {
      filters: textFilters<VendorFilters>({ list: 'KNOWN', q: '' }),
      keyOf: ({ facility }) => facility.id,
      page: async ({ filters, page, size }, signal) => {
        const relation = vendorRelationSchema.safeParse(filters.list).data;
        const query = { page, size, searchString: filters.q, ...(relation ? { relation } : {}) };
        const { vendors, totalCount } = await api.call(listVendorRelations, { query }, { signal });
        return { rows: vendors, total: totalCount };
      },
      failed: 'vendors could not be read',
    });
    this.removing = new Action<[Vendor], Vendor>(host, {
      run: ({ facility: { id } }) =>
        api.call(setVendorRelation, { params: { id }, body: { relation: 'MATCHED', reason: '' } }),
      failed: 'a vendor was not removed',
      onDone: () => this.list.refresh(),
      toast: true,
    });
    this.confirming = new Action<[Vendor, boolean], Vendor>(host, {
      run: ({ facility: { id } }, internal) => api.call(confirmInternal, { params: { id }, body: { internal } }),
      failed: 'an internal facility was not confirmed',
      onDone: () => this.list.refresh(),
      toast: true,
    });
    makeStore(this);
  }

  start(): Dispose {
    return this.list.start();
  }

  get mayConfirm(): boolean {
    return refusal(confirmInternal.guard, principalOf(this.#host.user)) === null;
  }

  change(vendor: Vendor, to: 'PRIVATE' | 'BLACK_LISTED'): void {
    this.changing = { vendor, to };
  }

  leave(): void {
    this.changing = null;
  }

  /** Throws what the server says. */
  async set(relation: Exclude<VendorRelation, 'INTERNAL'>, reason: string): Promise<void> {
    if (!this.changing) return;
    const { id } = this.changing.vendor.facility;
    await this.#host.api.call(setVendorRelation, { params: { id }, body: { relation, reason } });
    this.leave();
    this.list.refresh();
  }
}
