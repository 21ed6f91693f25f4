import type { RawBuilder } from 'kysely';
import { createToken } from '../../plugin/token.ts';
import type { Principal } from '../guard.ts';

/** Which orders somebody may see, for those who show them with something of their own. */
export interface OrderVisibility {
  /** A condition on `o` (rfq_order) and `m`, which `viewersMatch` joins. */
  visible(viewer: Principal): RawBuilder<boolean>;
  /** Joins the viewer's match as `m` (rfq_match): null for buyers. */
  viewersMatch(viewer: Principal): RawBuilder<unknown>;
}
export const orderVisibility = createToken<OrderVisibility>('orders/OrderVisibility@1');
