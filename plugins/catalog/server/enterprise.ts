import type { CallContext, Work } from '@sinter/sdk/server';
import { sql, type RawBuilder } from 'kysely';

/** The root facility of a provider's enterprise; `null` for a buyer. */
export async function enterpriseOf(context: CallContext): Promise<number | null> {
  if (context.user.facilityId === null) return null;
  const { id, root } = await context.db
    .selectFrom('facility')
    .select(['id', 'root_facility_id as root'])
    .where('id', '=', context.facilityId)
    .executeTakeFirstOrThrow();
  return root ?? id;
}

/** What the library has, and what the enterprise added itself. Of `m`: machine_model or material. */
export const visibleTo = (enterprise: number | null): RawBuilder<boolean> =>
  sql<boolean>`(m.owner_facility_id is null or m.owner_facility_id = ${enterprise})`;

/** Additions to an enterprise's catalogue run one after the other, so that two cannot take the same name. */
export const inTurn = (unit: Work, enterprise: number | null): Promise<unknown> =>
  unit.db.selectFrom('facility').select('id').where('id', '=', enterprise).forNoKeyUpdate().execute();
