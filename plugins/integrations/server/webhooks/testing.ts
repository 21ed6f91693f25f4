import { contractOf } from '@sinter/sdk/contract';
import * as orderEvents from '@sinter/sdk/contract/orders/events';
import { defineServer } from '@sinter/sdk/server';
import { sql, type Kysely } from 'kysely';

const { orderChanged } = orderEvents;

/** The tables that invoices rest on. */
const tables = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table rfq_order (id bigint primary key)`.execute(db);
    await sql`create table shipment (id bigint primary key)`.execute(db);
  },
};

/** As much of orders as webhooks hear. */
export const orders = defineServer({
  id: 'orders',
  contract: contractOf({ orderChanged }),
  migrations: { '001_tables': tables },
  setup() {},
});
