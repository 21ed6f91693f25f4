import { wishSchema, type Choices, type Wish } from '@sinter/sdk/contract/orders/offers';

export { wishSchema };
export type { Choices, Wish };

/** Nothing but the reason tells what should be different. */
export const noWish: Wish = { total: null, neededBy: null, quantities: [] };
