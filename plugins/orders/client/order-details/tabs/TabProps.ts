import type { OrderDetail } from '@sinter/sdk/contract/orders/orders';
import type { OrderDetailsStore } from '../OrderDetailsStore.ts';

export interface TabProps {
  store: OrderDetailsStore;
  order: OrderDetail;
}
