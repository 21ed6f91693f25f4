import type { RawBuilder } from 'kysely';
import { createToken } from '../../plugin/token.ts';
import type { Principal } from '../guard.ts';

/** What other areas show of orders: never more than the person may open. */
export interface OrderSight {
  /**
   * A query of (id, title, phase, company_id, customer, created_by, facility_id, promised_at, quote_minor, quote_currency), one
   * row for each order that this person may open. `facility_id` is the facility whose quote is shown; the quote is the accepted
   * one, else the latest open one, in minor units, and `null` for who sees no prices, or from whom they are kept.
   */
  seen(viewer: Principal): RawBuilder<unknown>;
  /** A query of (facility_id, company_id): which facilities were asked by which companies, as far as this person sees the orders and may know the facility. */
  partners(viewer: Principal): RawBuilder<unknown>;
}
export const orderSight = createToken<OrderSight>('orders/OrderSight@1');
