import type { CallResult } from '@sinter/sdk/contract/call';
import type { readPricing } from '@sinter/sdk/contract/orders/pricing';
import type { CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { all } from '../accuracy/known.ts';
import { rulesIn, rulesOf } from './rules.ts';

export async function present({ db, facilityId }: CallContext): Promise<CallResult<typeof readPricing>> {
  const { rows } = await sql<{ currency: string; rules: unknown; rulesVersion: number; builds: number }>`
    select f.currency, ${rulesOf(sql`f.id`)}, coalesce((
      select s.count from estimate_summary s
      where s.facility_id = f.id and s.machine_model_id = ${all} and s.material_id = ${all}), 0) as builds
    from facility f where f.id = ${facilityId}
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The active facility is not to be found.');
  return { currency: row.currency, version: row.rulesVersion, rules: rulesIn(row.rules), builds: row.builds };
}
