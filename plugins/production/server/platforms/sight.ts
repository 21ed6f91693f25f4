import { CallError } from '@sinter/sdk/contract';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import type { CallContext } from '@sinter/sdk/server';
import { sql, type RawBuilder } from 'kysely';
import { isCleared } from '../nesting/read.ts';

type Db = Pick<CallContext, 'db'>;

/** Platforms with a part, in any revision, of an order that is export controlled now: they are few, by the index of parts. */
const controlledPlatforms = sql`(
  select piece.platform_id from rfq_order o join rfq_order_file f on f.order_id = o.id
    join platform_piece piece on piece.order_file_id = f.id where ${orderIsControlled})`;

/** Platforms `p` of the caller's facility, less those that are kept from them. */
export const seenPlatforms = (context: CallContext): RawBuilder<unknown> =>
  isCleared(context)
    ? sql`p.facility_id = ${context.facilityId}`
    : sql`p.facility_id = ${context.facilityId} and p.id not in ${controlledPlatforms}`;

export interface Seen {
  equipmentId: number;
  /** The newest one. */
  newest: number;
  /** The one that is asked for. */
  revision: number;
  fileId: number | null;
}

/** Throws NOT_FOUND. `revision` left out: the newest one. */
export async function requireRevision(unit: Db, context: CallContext, id: number, revision?: number): Promise<Seen> {
  const { rows } = await sql<Seen>`
    select p.equipment_id as "equipmentId", p.revision as newest, r.revision, r.file_id as "fileId"
    from platform p join platform_revision r on r.platform_id = p.id
    where p.id = ${id} and r.revision = ${revision ?? sql`p.revision`} and ${seenPlatforms(context)}
  `.execute(unit.db);
  const [row] = rows;
  if (!row) throw new CallError('NOT_FOUND');
  return row;
}
