import type { MatchStatus, OrderStatus } from '@sinter/sdk/contract/orders/orders';

/** Key of a status's text. A buyer's order that is out for quotes and has one waits for the buyer. */
export const statusText = (status: MatchStatus | OrderStatus, quoted: boolean): string =>
  quoted && status === 'DISTRIBUTED' ? 'status.quoted' : `status.${status}`;
