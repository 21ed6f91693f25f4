import * as z from 'zod';
import { isKiosk } from '@sinter/sdk/auth';
import { principalOf } from '@sinter/sdk/auth';
import type { CallResult } from '@sinter/sdk/contract/call';
import { importLegacySteps, listLegacySteps, type LegacyStep } from '@sinter/sdk/contract/production/legacy';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, together } from '@sinter/sdk/state';
import { CsvExport, List, textFilters } from '@sinter/sdk/state/lists';

type Host = Pick<PluginHost, 'api' | 'events' | 'location' | 'log' | 'navigate' | 'user'>;
type Filters = { q: string; from: string; to: string };
export type ImportReport = CallResult<typeof importLegacySteps>;

/** An address may say anything. */
const dayOf = (text: string): string | undefined => z.iso.date().safeParse(text).data;

/** What the old module recorded. */
export class LegacyStore {
  readonly list: List<LegacyStep, Filters>;
  readonly csv: CsvExport<LegacyStep, Filters>;
  readonly importing: Action<[File], ImportReport>;
  report: ImportReport | null = null;
  readonly mayImport: boolean;
  /** Not at a kiosk. */
  readonly opensOrders: boolean;

  constructor(host: Host) {
    this.mayImport = principalOf(host.user).permissions.includes('MES_SETTINGS_EDITOR');
    this.opensOrders = !isKiosk(host.user);
    this.list = new List<LegacyStep, Filters>(host, {
      filters: textFilters({ q: '', from: '', to: '' }),
      keyOf: ({ lotId, position }) => `${lotId}.${position}`,
      page: async ({ filters, page, size }, signal) => {
        const query = { text: filters.q, from: dayOf(filters.from), to: dayOf(filters.to), page, size };
        const { steps, total } = await host.api.call(listLegacySteps, { query }, { signal });
        return { rows: steps, total };
      },
      failed: 'steps of the old module could not be loaded',
    });
    this.csv = new CsvExport(host, this.list);
    this.importing = new Action<[File], ImportReport>(host, {
      run: async (file) => host.api.call(importLegacySteps, { body: { csv: await file.text() } }),
      onDone: (report) => {
        this.report = report;
        this.list.refresh();
      },
      failed: 'steps of the old module were not imported',
    });
    makeStore(this);
  }

  start(): Dispose {
    return together(this.list.start(), this.csv.cancel);
  }
}
