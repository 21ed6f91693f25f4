import {
  checkQuickbooks,
  listQuickbooksPushes,
  retryQuickbooks,
  type QuickbooksPush,
} from '@sinter/sdk/contract/integrations/quickbooksBooks';
import type { CallResult } from '@sinter/sdk/contract/call';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, together } from '@sinter/sdk/state';
import { List, textFilters } from '@sinter/sdk/state/lists';
import { toast } from '@sinter/sdk/ui';
import * as z from 'zod';

type Host = Pick<PluginHost, 'api' | 'events' | 'location' | 'log' | 'navigate' | 't'>;
type Found = CallResult<typeof listQuickbooksPushes> & { rows: QuickbooksPush[]; total: number };

export const pushTabs = ['', 'FAILED', 'WAITING', 'SENT', 'SKIPPED'] as const;
const stateSchema = z.enum(['FAILED', 'WAITING', 'SENT', 'SKIPPED']).optional().catch(undefined);
const refreshEvery = 5_000;

/** Invoices and credit memos, and what became of them in Quickbooks. */
export class PushesStore {
  readonly list: List<QuickbooksPush, { state: string }, Found>;
  readonly retrying: Action<[number[] | undefined], { count: number }>;
  readonly checking: Action<[]>;

  constructor(host: Host) {
    const { api, t } = host;
    this.list = new List<QuickbooksPush, { state: string }, Found>(host, {
      filters: textFilters({ state: '' }),
      keyOf: ({ id }) => id,
      page: async ({ filters, page, size }, signal) => {
        const state = stateSchema.parse(filters.state);
        const found = await api.call(listQuickbooksPushes, { query: { state, page, size } }, { signal });
        return { ...found, rows: found.pushes, total: found.totalCount, more: found.moreThanTotal };
      },
      failed: 'invoices for Quickbooks could not be loaded',
    });
    this.retrying = new Action<[number[] | undefined], { count: number }>(host, {
      run: (ids) => api.call(retryQuickbooks, { body: ids ? { ids } : {} }),
      onDone: ({ count }) => {
        toast.success(t('books.retried', { count }));
        this.list.refresh();
      },
      failed: 'the invoices were not sent again',
      toast: true,
    });
    this.checking = new Action<[]>(host, {
      run: async () => {
        await api.call(checkQuickbooks, {});
        toast.success(t('books.checking'));
      },
      failed: 'Quickbooks was not asked',
      toast: true,
    });
  }

  start(): Dispose {
    const timer = setInterval(() => this.list.refresh(), refreshEvery);
    return together(this.list.start(), () => clearInterval(timer));
  }
}
