import type { Kysely } from 'kysely';
import type { Principal } from '../contract/guard.ts';
import type { ShopFacts } from '../contract/host/storeFront.ts';
import { createToken } from '../plugin/token.ts';
import type { Tables } from './tables.ts';

/** What the shop says that somebody buys in, or, for the people of a facility, their own. */
export interface Shops {
  factsFor(db: Kysely<Tables>, principal: Principal | null): Promise<ShopFacts>;
  /** ISO 4217: what prices are shown in there at first, and what an order is asked for in. */
  currencyFor(db: Kysely<Tables>, principal: Principal | null): Promise<string>;
}
export const shops = createToken<Shops>('host/Shops@1');
