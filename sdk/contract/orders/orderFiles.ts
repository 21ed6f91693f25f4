import type { Kysely } from 'kysely';
import { createToken } from '../../plugin/token.ts';
import type { Tables } from '../../server/tables.ts';
import type { OrderFile } from './orderFile.ts';

/** Order files for those who show them with something of their own. */
export interface OrderFiles {
  /** By id, without prices and machines. Asks for no rights: pass only ids of rows the caller may see. */
  read(db: Kysely<Tables>, orderFileIds: readonly number[]): Promise<Map<number, OrderFile>>;
}
export const orderFiles = createToken<OrderFiles>('orders/OrderFiles@1');
