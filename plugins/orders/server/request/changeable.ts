import type { OrderStatus } from '@sinter/sdk/contract/orders/orders';
import { findTransition, noFacts, orderTransitions } from '../transitions.ts';

/** May what an order asks for still be changed? Until the first facility is asked; what one has seen and quoted stays. */
export const isChangeable = (status: OrderStatus, asked: number): boolean =>
  asked === 0 && (status === 'DRAFT' || findTransition(orderTransitions, 'CHANGE', status, noFacts) !== null);
