import type { CallResult } from '@sinter/sdk/contract/call';
import { lotChanged } from '@sinter/sdk/contract/production/lots';
import { listOrderLots } from '@sinter/sdk/contract/production/orderLots';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeStore, on, Question } from '@sinter/sdk/state';

export type Workplan = CallResult<typeof listOrderLots>;
export type WorkplanPart = Workplan['parts'][number];

/** The parts of an order with their steps and lots. */
export class WorkplanStore {
  readonly question: Question<void, Workplan>;

  constructor(host: Pick<PluginHost, 'api' | 'events' | 'log'>, id: number) {
    this.question = new Question<void, Workplan>(host, {
      ask: (_asked, signal) => host.api.call(listOrderLots, { params: { orderId: id } }, { signal }),
      failed: 'the workplan could not be loaded',
      refreshOn: [on(lotChanged, ({ orderId }) => orderId === id)],
    });
    makeStore(this);
  }

  start(): Dispose {
    return this.question.start();
  }
}

/** From 0 to 1: good pieces over all steps, of those that are wanted there. */
export function progressOf({ quantity, steps }: Pick<WorkplanPart, 'quantity' | 'steps'>): number {
  const wanted = quantity * steps.length;
  const done = steps.reduce((sum, { good }) => sum + Math.min(good, quantity), 0);
  return wanted === 0 ? 0 : done / wanted;
}
