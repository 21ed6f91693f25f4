import type { CallResult } from '@sinter/sdk/contract/call';
import { appDeliveries, resumeDeliveries, sendDeliveriesAgain } from '@sinter/sdk/contract/apps/deliveries';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, Question, together } from '@sinter/sdk/state';
import { toast } from '@sinter/sdk/ui';

export type Deliveries = CallResult<typeof appDeliveries>;
type Sent = CallResult<typeof sendDeliveriesAgain>;

type Host = Pick<PluginHost, 'api' | 'events' | 'log' | 't'>;

/** While somebody looks. */
const refreshEvery = 10_000;
const hourMs = 3_600_000;
export const spans = { hour: hourMs, day: 24 * hourMs, week: 7 * 24 * hourMs, month: 30 * 24 * hourMs } as const;
export type Span = keyof typeof spans;

/** What an app's own server was told, and what is done about that which failed. */
export class DeliveriesStore {
  span: Span = 'day';
  failedOnly = false;
  readonly reading: Question<void, Deliveries>;
  readonly sendOne: Action<[id: number], Sent>;
  readonly sendAll: Action<[span: Span], Sent>;
  readonly resume: Action<[], unknown>;

  constructor(host: Host, id: string) {
    const { api, t } = host;
    const params = { id };
    this.reading = new Question<void, Deliveries>(host, {
      ask: (_asked, signal) =>
        api.call(appDeliveries, { params, query: this.failedOnly ? { state: 'FAILED' } : {} }, { signal }),
      failed: 'the deliveries of the app could not be read',
    });
    const sent = ({ count }: Sent) => {
      toast.success(t('deliveries.sent', { count }));
      this.reading.refresh();
    };
    const failed = 'the deliveries were not sent again';
    this.sendOne = new Action<[number], Sent>(host, {
      run: (one) => api.call(sendDeliveriesAgain, { params, body: { ids: [one] } }),
      failed,
      toast: true,
      onDone: sent,
    });
    this.sendAll = new Action<[Span], Sent>(host, {
      run: (span) => {
        const now = Date.now();
        const body = { from: new Date(now - spans[span]).toISOString(), to: new Date(now).toISOString() };
        return api.call(sendDeliveriesAgain, { params, body });
      },
      failed,
      toast: true,
      onDone: sent,
    });
    this.resume = new Action<[], unknown>(host, {
      run: () => api.call(resumeDeliveries, { params }),
      failed: 'sending was not resumed',
      toast: true,
      onDone: () => this.reading.refresh(),
    });
    makeStore(this);
  }

  start(): Dispose {
    const timer = setInterval(() => this.reading.refresh(), refreshEvery);
    return together(this.reading.start(), () => clearInterval(timer));
  }

  setSpan(span: Span): void {
    this.span = span;
  }

  showFailed(only: boolean): void {
    this.failedOnly = only;
    this.reading.refresh();
  }
}
