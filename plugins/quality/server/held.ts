import type { CallReply } from '@sinter/sdk/contract/call';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { holdsChanged, mostHeld, type listHeld, type NcrHolder } from '@sinter/sdk/contract/quality/holds';
import type { CallContext, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { ncrIsControlled } from './ncr/lines.ts';

interface Row {
  equipmentId: number | null;
  jobId: number | null;
  by: NcrHolder[];
}

/** What is held in the facility, by machine and by build. */
export async function held({ db, facilityId, user }: CallContext): Promise<CallReply<typeof listHeld>> {
  const opens = user.permissions.includes('QUALITY_MANAGEMENT_ACCESS');
  const { rows } = await sql<Row>`
    with holding as (
      select distinct h.equipment_id, l.job_id, n.id, n.number, n.title, (${user.cleared} or not ${ncrIsControlled}) as known
      from ncr_hold h join ncr n on n.id = h.ncr_id left join lot l on l.id = h.lot_id left join job j on j.id = l.job_id
      where h.released_at is null and h.facility_id = ${facilityId} and (h.equipment_id is not null
        or j.status not in ('CANCELLED', 'MERGED') and (${user.cleared}
          or not exists (select from rfq_order o where o.id = l.order_id and ${orderIsControlled})))
    )
    select equipment_id as "equipmentId", job_id as "jobId", jsonb_agg(jsonb_build_object('number', number,
      'title', case when known then title else '' end, 'ncrId', case when known and ${opens} then id end) order by id) as by
    from holding group by equipment_id, job_id order by job_id desc nulls first, equipment_id limit ${2 * mostHeld}
  `.execute(db);
  return {
    machines: rows
      .flatMap(({ equipmentId, by }) => (equipmentId === null ? [] : { equipmentId, by }))
      .slice(0, mostHeld),
    jobs: rows.flatMap(({ jobId, by }) => (jobId === null ? [] : { jobId, by })).slice(0, mostHeld),
  };
}

/** Open schedules hear, whoever is cleared: what is held is asked for. */
export const tellHeld = (unit: Pick<Work, 'emit'>, facilityId: number): Promise<void> =>
  unit.emit(holdsChanged, {}, { facilityIds: [facilityId] });
