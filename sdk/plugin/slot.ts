declare const typeOfProps: unique symbol;

/**
 * A named place in somebody's screen that other plugins may fill. `Props` is what the screen hands to each
 * contribution. Compared by `id`, as tokens are.
 */
export interface Slot<Props> {
  readonly id: `${string}/${string}@${number}`;
  readonly [typeOfProps]?: Props;
}

/** `createSlot<{ orderId: number }>('orders/OrderDetailTabs@1')` */
export function createSlot<Props>(id: Slot<Props>['id']): Slot<Props> {
  return Object.freeze({ id });
}
