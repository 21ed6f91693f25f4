import { searchOrders } from '@sinter/sdk/contract/orders/rows';
import type { OrderRow } from '@sinter/sdk/contract/orders/rows';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeStore, Question } from '@sinter/sdk/state';
import type { RefreshOn, StateHost } from '@sinter/sdk/state';
import { toPart } from './chosenPart.ts';
import type { ChosenPart } from './chosenPart.ts';

const pageSize = 15;
/** What is left of a part changes with every job: it is asked for again once they have come to rest. */
const restMs = 600;

interface Asked {
  text: string;
  /** How many of them are shown. */
  pages: number;
}
interface Found {
  orders: readonly OrderRow[];
  totalCount: number;
}

const leftOf = (order: OrderRow): ChosenPart[] =>
  order.rfqFileDTOs.filter((file) => file.notScheduled > 0).map((file) => toPart(file, order));

/** The parts of one order that are left to schedule. */
export async function partsLeft({ api }: Pick<PluginHost, 'api'>, orderId: number): Promise<ChosenPart[]> {
  const query = { size: 1, schedulingCall: 'true' } as const;
  // Not as a text: that finds the order with a part of this number too.
  const { orders } = await api.call(searchOrders, { query, body: { searchFilters: { ID: [String(orderId)] } } });
  return orders.flatMap(leftOf);
}

/** Parts of awarded orders that are left to schedule; what was found last stays while it is asked for again. */
export class PartsStore {
  readonly question: Question<Asked, Found>;

  constructor(host: StateHost & Pick<PluginHost, 'api'>, refreshOn: readonly RefreshOn[] = []) {
    const read = ({ text }: Asked, page: number, signal: AbortSignal) => {
      const query = { page, size: pageSize, schedulingCall: 'true' } as const;
      return host.api.call(searchOrders, { query, body: { searchString: text } }, { signal });
    };
    this.question = new Question<Asked, Found>(host, {
      ask: async (asked, signal) => {
        const pages = await Promise.all(Array.from({ length: asked.pages }, (_, page) => read(asked, page, signal)));
        return { orders: pages.flatMap(({ orders }) => orders), totalCount: pages[0]?.totalCount ?? 0 };
      },
      failed: 'parts to schedule could not be searched',
      refreshOn,
      settleMs: restMs,
    });
    makeStore(this);
  }

  get text(): string {
    return this.question.last?.asked.text ?? '';
  }

  get loading(): boolean {
    return this.question.loading;
  }

  get error(): unknown {
    return this.question.error;
  }

  get parts(): ChosenPart[] {
    return (this.question.answer?.orders ?? []).flatMap(leftOf);
  }

  get hasMore(): boolean {
    const { orders = [], totalCount = 0 } = this.question.answer ?? {};
    return orders.length < totalCount;
  }

  start(): Dispose {
    return this.question.start({ text: '', pages: 1 });
  }

  search(text: string): void {
    this.question.ask({ text, pages: 1 });
  }

  more(): void {
    this.question.ask({ text: this.text, pages: (this.question.last?.asked.pages ?? 0) + 1 });
  }

  retry(): void {
    this.question.retry();
  }
}
