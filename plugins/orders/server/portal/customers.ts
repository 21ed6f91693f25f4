import type { CallResult } from '@sinter/sdk/contract/call';
import type { listPortalCustomers } from '@sinter/sdk/contract/orders/portal';
import { versions, type CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { like } from '../filters.ts';
import { customerPortal } from './kind.ts';
import { shopOf } from './portal.ts';

const most = 200;

/** Those whose portal this is; first those for whom something differs. */
export async function customers(context: CallContext, search: string): Promise<CallResult<typeof listPortalCustomers>> {
  const { db, facilityId } = context;
  const settings = await context.get(versions).all(db, customerPortal, facilityId);
  const { rows } = await sql<{ id: number; name: string }>`
    select c.id, c.name from company c
      left join customer_portal own on own.facility_id = ${facilityId} and own.company_id = c.id
    where ${shopOf(sql`c.id`)} = ${facilityId} and c.name ilike ${like(search.trim())}
    order by (own.settings is null or own.settings = '{}'), c.name, c.id limit ${most + 1}
  `.execute(db);
  return {
    customers: rows.slice(0, most).map(({ id, name }) => ({
      id,
      name,
      own: Object.keys(settings.get(String(id))?.value ?? {}),
      drafted: settings.get(String(id))?.drafted ?? false,
    })),
    more: rows.length > most,
  };
}
