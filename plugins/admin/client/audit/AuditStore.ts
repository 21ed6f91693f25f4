import * as z from 'zod';
import { exportAudit, searchAudit, type AuditEntryDto } from '@sinter/sdk/contract/host/audit';
import { startOfDay } from '@sinter/sdk/i18n';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { ColumnChoice, List, SavedFilters, textFilters } from '@sinter/sdk/state/lists';
import type { Found } from '@sinter/sdk/state/lists';

type Host = Pick<PluginHost, 'api' | 'events' | 'location' | 'log' | 'navigate'>;

/** `from` and `to` are days of the facility, `2026-11-21`; an empty text narrows nothing. */
const filtersSchema = z.object({ q: z.string(), action: z.string(), from: z.string(), to: z.string() });
export type AuditFilters = z.infer<typeof filtersSchema>;

interface AuditPage extends Found<AuditEntryDto> {
  /** The kinds of action that occur. */
  actions: readonly string[];
}

/** What was changed by whom. The address holds what is looked for. */
export class AuditStore {
  readonly list: List<AuditEntryDto, AuditFilters, AuditPage>;
  readonly columns: ColumnChoice;
  readonly saved: SavedFilters<AuditFilters>;
  readonly #host: Host;

  constructor(host: Host) {
    this.#host = host;
    this.list = new List<AuditEntryDto, AuditFilters, AuditPage>(host, {
      filters: textFilters({ q: '', action: '', from: '', to: '' }),
      keyOf: ({ id }) => id,
      page: async ({ filters, page, size }, signal) => {
        const query = { ...queryOf(filters), page, size };
        const { entries, totalCount, actions } = await host.api.call(searchAudit, { query }, { signal });
        return { rows: entries, total: totalCount, actions };
      },
      failed: 'the audit could not be read',
    });
    this.columns = new ColumnChoice(host, 'AUDIT_COLUMNS');
    this.saved = new SavedFilters(host, 'AUDIT_FILTERS', filtersSchema);
  }

  get actions(): readonly string[] {
    return this.list.answer?.actions ?? [];
  }

  /** The same entries as a file, which the server writes: there can be very many. */
  get exportAddress(): string {
    return this.#host.api.href(exportAudit, { query: queryOf(this.list.filters) });
  }

  start(): Dispose {
    void this.columns.load();
    void this.saved.load((filters) => this.list.isAsFirst && this.list.showFilters(filters));
    return this.list.start();
  }
}

/** From the beginning of the first day to the end of the last. */
const queryOf = ({ q, action, from, to }: AuditFilters) => ({
  ...(q === '' ? {} : { searchString: q }),
  ...(action === '' ? {} : { action }),
  ...(from === '' ? {} : { from: new Date(startOfDay(from)).toISOString() }),
  ...(to === '' ? {} : { to: new Date(startOfDay(to, 1) - 1).toISOString() }),
});
