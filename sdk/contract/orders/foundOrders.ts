import type { CallContext } from '../../server/defineServer.ts';
import { createToken } from '../../plugin/token.ts';
import type { OrderSearch } from './filters.ts';
import type { OrderSort } from './rows.ts';

/** What a list of orders shows, for areas that do something with all of it. */
export interface FoundOrders {
  /** Ids in the order of the list, of what this person may open; at most `most`. */
  ids(context: CallContext, search: OrderSearch, sort: OrderSort, most: number): Promise<number[]>;
}
export const foundOrders = createToken<FoundOrders>('orders/FoundOrders@1');
