import type { CallResult } from '@sinter/sdk/contract/call';
import { actOnWebhook, webhookDelivery, webhookDeliveryList } from '@sinter/sdk/contract/integrations/webhooks';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, Question, together } from '@sinter/sdk/state';
import { toast } from '@sinter/sdk/ui';
import type { Webhook, Whole } from './WebhooksStore.ts';

type Page = CallResult<typeof webhookDeliveryList>;
type Host = Pick<PluginHost, 'api' | 'events' | 'log' | 't'>;
type Again = { ids: number[] } | { from: string; to: string };

const refreshEvery = 5_000;
const hourMs = 3_600_000;
export const spans = { hour: hourMs, day: 24 * hourMs, week: 168 * hourMs, month: 720 * hourMs } as const;
export type Span = keyof typeof spans;
export const spanNames: readonly Span[] = ['hour', 'day', 'week', 'month'];

/** What one webhook was sent. */
export class DeliveriesStore {
  failedOnly = false;
  span: Span = 'hour';
  /** Somebody is asked whether to send all of the span again. */
  asking = false;
  /** Ids at which the pages before this one began. */
  before: readonly number[] = [];
  readonly page: Question<void, Page>;
  readonly opened: Question<number, Whole>;
  readonly again: Action<[Again], Webhook>;

  constructor(host: Host, id: number) {
    const { api, t } = host;
    this.page = new Question<void, Page>(host, {
      ask: (_asked, signal) => {
        const before = this.before.at(-1);
        const query = { ...(this.failedOnly && { state: 'FAILED' as const }), ...(before !== undefined && { before }) };
        return api.call(webhookDeliveryList, { params: { id }, query }, { signal });
      },
      failed: 'the deliveries of a webhook could not be read',
    });
    this.opened = new Question<number, Whole>(host, {
      ask: (deliveryId, signal) => api.call(webhookDelivery, { params: { id, deliveryId } }, { signal }),
      failed: 'a delivery could not be read',
    });
    this.again = new Action<[Again], Webhook>(host, {
      run: (body) => api.call(actOnWebhook, { params: { id, type: 'REPLAY' }, body }),
      failed: 'the deliveries were not sent again',
      toast: true,
      onDone: ({ count = 0 }) => {
        toast.success(t('hooks.sent', { count }));
        this.page.refresh();
      },
    });
    makeStore(this);
  }

  start(): Dispose {
    const timer = setInterval(() => this.page.refresh(), refreshEvery);
    return together(this.page.start(), this.opened.follow, () => clearInterval(timer));
  }

  showFailed(only: boolean): void {
    this.failedOnly = only;
    this.before = [];
    this.page.ask();
  }

  setSpan(span: Span): void {
    this.span = span;
  }

  older(): void {
    const last = this.page.answer?.deliveries.at(-1);
    if (!last) return;
    this.before = [...this.before, last.id];
    this.page.ask();
  }

  newer(): void {
    this.before = this.before.slice(0, -1);
    this.page.ask();
  }

  ask(asking: boolean): void {
    this.asking = asking;
  }

  async answer(yes: boolean): Promise<void> {
    this.asking = false;
    if (!yes) return;
    const now = Date.now();
    await this.again.run({
      from: new Date(now - spans[this.span]).toISOString(),
      to: new Date(now).toISOString(),
    });
  }
}
