import type { Choices } from '@sinter/sdk/contract/orders/offers';
import type { OrderDetail, Quote } from '@sinter/sdk/contract/orders/orders';
import type { Agreed } from '../../shared/agreed.ts';
import type { OrderDetailsStore } from '../order-details/OrderDetailsStore.ts';

export interface ColumnProps {
  store: OrderDetailsStore;
  order: OrderDetail;
  quote: Quote;
  chosen: Choices;
  agreed: Agreed;
  cheapest: boolean;
  soonest: boolean;
  onChoose: (choices: Choices) => void;
}
