import type { CallResult } from '@sinter/sdk/contract/call';
import {
  listQuickbooksChoices,
  readQuickbooksMapping,
  saveInvoiceAt,
  saveQuickbooksMapping,
  type InvoiceAt,
  type MappingKind,
  type QuickbooksMapped,
} from '@sinter/sdk/contract/integrations/quickbooksBooks';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, Question, together } from '@sinter/sdk/state';
import { toast } from '@sinter/sdk/ui';

type Mapping = CallResult<typeof readQuickbooksMapping>;
type Choices = CallResult<typeof listQuickbooksChoices>['choices'];
type Host = Pick<PluginHost, 'api' | 'log' | 't'>;

/** What in Quickbooks stands for what is sold. */
export class MappingStore {
  readonly mapping: Question<void, Mapping>;
  /** Of the field that is open, as its person searches. */
  readonly choices: Question<{ kind: MappingKind; q: string }, Choices>;
  readonly saving: Action<[QuickbooksMapped, string | null], Mapping>;
  readonly timing: Action<[InvoiceAt], Mapping>;
  /** The field that is open. */
  opened: string | null = null;
  /** Whether orders are to be invoiced whole: that sends invoices right away. */
  asking = false;

  constructor(host: Host) {
    const { api, t } = host;
    this.mapping = new Question<void, Mapping>(host, {
      ask: (_asked, signal) => api.call(readQuickbooksMapping, {}, { signal }),
      failed: 'the mapping for Quickbooks could not be read',
    });
    this.choices = new Question<{ kind: MappingKind; q: string }, Choices>(host, {
      ask: async ({ kind, q }, signal) =>
        (await api.call(listQuickbooksChoices, { query: { kind, q } }, { signal })).choices,
      debounceMs: 250,
      failed: 'what can be selected in Quickbooks could not be read',
    });
    const onDone = (mapping: Mapping): void => {
      this.mapping.put(mapping);
      toast.success(t('map.saved'));
    };
    this.saving = new Action<[QuickbooksMapped, string | null], Mapping>(host, {
      run: ({ kind, key }, choiceId) => api.call(saveQuickbooksMapping, { body: { kind, key, choiceId } }),
      onDone,
      failed: 'the mapping was not saved',
      toast: true,
    });
    this.timing = new Action<[InvoiceAt], Mapping>(host, {
      run: (invoiceAt) => api.call(saveInvoiceAt, { body: { invoiceAt } }),
      onDone,
      failed: 'the moment of invoices was not saved',
      toast: true,
    });
    makeStore(this);
  }

  start(): Dispose {
    return together(this.mapping.start(), this.choices.follow);
  }

  open({ kind, key }: QuickbooksMapped, open: boolean): void {
    this.opened = open ? `${kind} ${key}` : null;
    if (open) this.choices.ask({ kind, q: '' });
  }

  select(moment: InvoiceAt): void {
    if (moment === 'AWARD') this.asking = true;
    else void this.timing.run(moment);
  }

  answer(yes: boolean): void {
    this.asking = false;
    if (yes) void this.timing.run('AWARD');
  }

  search({ kind }: QuickbooksMapped, q: string): void {
    this.choices.ask({ kind, q: q.trim().slice(0, 100) });
  }
}
