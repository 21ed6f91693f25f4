import type { RawBuilder } from 'kysely';
import { createToken } from '../../plugin/token.ts';
import type { Principal } from '../guard.ts';

/** Orders of parts, told to the part inventory by those who take orders. */
export interface PartOrders {
  /**
   * A query of (order_id, original_file_id, company_id, ordered_at): which upload of which company was ordered when. With
   * a viewer from a facility, the orders that were sent to it and that they may see; else all.
   */
  ordered(viewer: Principal | null): RawBuilder<unknown>;
  /** The same with `title` and `quantity`, of the orders that the viewer may open. */
  opened(viewer: Principal): RawBuilder<unknown>;
}
/** To contribute to: `server.contribute(partOrders, …)`. Without a contribution no part was ever ordered. */
export const partOrders = createToken<PartOrders>('catalog/PartOrders@1');
