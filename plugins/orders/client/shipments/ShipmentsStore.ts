import { reaction } from 'mobx';
import * as z from 'zod';
import { principalOf } from '@sinter/sdk/auth';
import type { CallResult } from '@sinter/sdk/contract/call';
import { reconnected } from '@sinter/sdk/contract/host/events';
import { refusal } from '@sinter/sdk/contract/guard';
import {
  shipmentChanged,
  shipmentCreated,
  shipmentDelivered,
  shipmentShipped,
  shipmentVoided,
} from '@sinter/sdk/contract/orders/shipmentEvents';
import {
  countShipments,
  listShipmentCustomers,
  listShipments,
  shipmentStatusSchema,
  type ShipmentRow,
  type ShipmentStatus,
} from '@sinter/sdk/contract/orders/shipments';
import { createShipment } from '@sinter/sdk/contract/orders/shipping';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeStore, on, Question, together } from '@sinter/sdk/state';
import { ColumnChoice, CsvExport, List, SavedFilters, textFilters } from '@sinter/sdk/state/lists';

type Host = Pick<PluginHost, 'api' | 'events' | 'location' | 'log' | 'navigate' | 'user'>;

/**
 * `customer` and `order` are their numbers, `from` and `to` days, `2026-11-21`; an empty text narrows nothing. Filters
 * that somebody saved earlier lack the customer and the order.
 */
const filtersSchema = z.object({
  q: z.string(),
  status: z.string(),
  customer: z.string().default(''),
  order: z.string().default(''),
  from: z.string(),
  to: z.string(),
});
type Customers = CallResult<typeof listShipmentCustomers>;
export type ShipmentListFilters = z.infer<typeof filtersSchema>;

/** What reads shipments anew. */
export const shipmentNews = [
  on(shipmentCreated),
  on(shipmentChanged),
  on(shipmentShipped),
  on(shipmentDelivered),
  on(shipmentVoided),
  on(reconnected),
];

/** Parcels of the facility. The address holds what is shown. */
export class ShipmentsStore {
  readonly list: List<ShipmentRow, ShipmentListFilters>;
  /** By tab, whichever is chosen. */
  readonly counts: Question<ShipmentListFilters, Record<ShipmentStatus, number>>;
  /** Whose shipments there are. */
  readonly customers: Question<void, Customers>;
  readonly columns: ColumnChoice;
  readonly saved: SavedFilters<ShipmentListFilters>;
  readonly csv: CsvExport<ShipmentRow, ShipmentListFilters>;
  readonly #host: Host;

  constructor(host: Host) {
    const { api } = host;
    this.#host = host;
    this.list = new List<ShipmentRow, ShipmentListFilters>(host, {
      filters: textFilters({ q: '', status: '', customer: '', order: '', from: '', to: '' }),
      keyOf: ({ id }) => id,
      page: async ({ filters, page, size }, signal) => {
        const body = bodyOf(filters);
        const found = await api.call(listShipments, { query: { page, size }, body }, { signal });
        return { rows: found.shipments, total: found.totalCount, more: found.moreThanTotal };
      },
      failed: 'shipments could not be loaded',
      refreshOn: shipmentNews,
    });
    this.counts = new Question<ShipmentListFilters, Record<ShipmentStatus, number>>(host, {
      ask: (filters, signal) => api.call(countShipments, { body: bodyOf({ ...filters, status: '' }) }, { signal }),
      failed: 'shipments could not be counted',
      refreshOn: shipmentNews,
    });
    this.customers = new Question<void, Customers>(host, {
      ask: (_, signal) => api.call(listShipmentCustomers, {}, { signal }),
      failed: 'customers could not be read',
    });
    this.columns = new ColumnChoice(host, 'SHIPMENT_COLUMNS', ['service', 'customs', 'created']);
    this.saved = new SavedFilters(host, 'SHIPMENT_FILTERS', filtersSchema);
    this.csv = new CsvExport(host, this.list);
    makeStore(this);
  }

  start(): Dispose {
    void this.columns.load();
    void this.saved.load((filters) => this.list.isAsFirst && this.list.showFilters(filters));
    return together(
      this.list.start(),
      this.counts.follow(),
      this.customers.start(),
      this.csv.cancel,
      reaction(
        () => JSON.stringify({ ...this.list.filters, status: '' }),
        () => this.counts.ask(this.list.filters),
        { fireImmediately: true },
      ),
    );
  }

  get mayCreate(): boolean {
    return refusal(createShipment.guard, principalOf(this.#host.user)) === null;
  }

  /** How many a tab shows; nothing while that is not known. */
  countOf(status: string): number | undefined {
    const { answer } = this.counts;
    if (!answer) return undefined;
    const known = shipmentStatusSchema.safeParse(status);
    if (known.success) return answer[known.data];
    return shipmentStatusSchema.options.reduce((sum, each) => sum + answer[each], 0);
  }
}

/** An address may say anything. */
const isNumber = (text: string): boolean => /^\d{1,9}$/.test(text);
const dayOf = (text: string): string | null => z.iso.date().safeParse(text).data ?? null;

function bodyOf({ q, status, customer, order, from, to }: ShipmentListFilters) {
  const known = shipmentStatusSchema.safeParse(status);
  return {
    searchString: q,
    statuses: known.success ? [known.data] : [],
    companyIds: isNumber(customer) ? [Number(customer)] : [],
    orderId: isNumber(order) ? Number(order) : null,
    from: dayOf(from),
    to: dayOf(to),
  };
}
