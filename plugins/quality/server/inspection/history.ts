import type { InspectionPlan } from '@sinter/sdk/contract/quality/inspectionPlans';
import type { Switching } from '@sinter/sdk/contract/quality/inspections';
import type { Services, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { switched, type Judged } from '../../shared/inspection/switching.ts';

/** So many lots back; what was before them has left its mark in how they were inspected. */
const lotsBack = 1000;

interface Of {
  planId: number;
  lotId: number;
  plan: Pick<InspectionPlan, 'aql' | 'reduces'>;
}

/** Whether lot `l` is of the part of another one, by the content of its file. */
export const samePart = (
  lotId: number,
) => sql`exists (select from rfq_order_file f join stored_file up on up.id = f.original_file_id
  where f.id = l.order_file_id and up.sha256 = (select one.sha256 from lot this join rfq_order_file its on its.id = this.order_file_id
    join stored_file one on one.id = its.original_file_id where this.id = ${lotId}))`;

/**
 * How a lot is inspected by what became of the lots of its part that were inspected by the plan at the same AQL. A lot counts as it
 * was inspected first; what comes back from rework does not.
 */
export async function switchingFor(
  db: Services['db'] | Work['db'],
  { planId, lotId, plan: { aql, reduces } }: Of,
): Promise<Switching> {
  const { rows } = await sql<Judged>`
    select lot, severity, accepted, accept, nonconforming, resumed from (
      select i.id, coalesce(i.finished_at, i.created_at) as at, coalesce(l.number, l.id::text) as lot,
        i.switching ->> 'severity' as severity, i.accept, i.nonconforming, i.switching ->> 'why' = 'RESUMED' as resumed,
        case when i.state in ('ACCEPTED', 'REJECTED') then i.state = 'ACCEPTED' end as accepted
      from lot_inspection i join inspection_plan_version v on v.plan_id = i.plan_id and v.version = i.version
        join lot l on l.id = i.lot_id
      where i.plan_id = ${planId} and i.switching is not null and v.content ->> 'aql' = ${aql} and ${samePart(lotId)}
        and (i.state in ('ACCEPTED', 'REJECTED') or i.switching ->> 'why' = 'RESUMED')
        and not exists (select from lot_inspection before where before.lot_id = i.lot_id and before.plan_id = i.plan_id
          and before.id < i.id and before.state <> 'VOID')
        and not exists (select from lot_parent p where p.lot_id = i.lot_id and p.how = 'REWORK')
      order by at desc, i.id desc limit ${lotsBack}) judged
    order by at, id
  `.execute(db);
  return switched(rows, reduces);
}
