import { CallError, type Principal } from '@sinter/sdk/contract';
import type { Gate, GateSubject } from '@sinter/sdk/contract/production/gates';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { orderSight } from '@sinter/sdk/contract/orders/orderSight';
import type { CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { opensFiles } from '../floor/rows.ts';

const jobs = ['PRODUCTION_SCHEDULER_AND_PLANNER_ACCESS', 'WORKCENTER_OPERATION_ACCESS', 'MES_SETTINGS_EDITOR'] as const;
const steps = ['WORKCENTER_OPERATION_ACCESS', 'MES_SETTINGS_EDITOR'] as const;

/** Who works at a gate; at those of orders everybody but the account of a kiosk. */
const rights: Partial<Record<Gate, readonly Principal['permissions'][number][]>> = {
  JOB_START: jobs,
  STEP_START: steps,
  STEP_FINISH: steps,
};

/** Throws FORBIDDEN for who does not work at such a gate, NOT_FOUND for what they may not see. */
export async function requireSight(context: CallContext, { gate, subjectId, position }: GateSubject): Promise<void> {
  const { user } = context;
  const needed = rights[gate];
  if (needed ? !needed.some((right) => user.permissions.includes(right)) : !opensFiles(context)) {
    throw new CallError('FORBIDDEN');
  }
  if (!(await sees(context, gate, subjectId, position))) throw new CallError('NOT_FOUND');
}

async function sees(context: CallContext, gate: Gate, subjectId: number, position: number): Promise<boolean> {
  const { db, user, facilityId } = context;
  if (gate === 'JOB_START') {
    const { rows } = await sql`
      select from job j where j.id = ${subjectId} and j.facility_id = ${facilityId} and (${user.cleared} or not exists (
        select from job_file b join rfq_order_file f on f.id = b.order_file_id join rfq_order o on o.id = f.order_id
        where b.job_id = j.id and ${orderIsControlled}))
    `.execute(db);
    return position === 0 && rows.length > 0;
  }
  if (gate === 'STEP_START' || gate === 'STEP_FINISH') {
    const { rows } = await sql`
      select from lot l join lot_step s on s.lot_id = l.id and s.position = ${position}
        join rfq_order o on o.id = l.order_id
      where l.id = ${subjectId} and l.facility_id = ${facilityId} and l.state <> 'LEGACY' and (${user.cleared} or not ${orderIsControlled})
    `.execute(db);
    return rows.length > 0;
  }
  const { rows } = await sql`
    select from (${context.get(orderSight).seen(user)}) seen
    where seen.id = ${subjectId} and exists (select from rfq_match m where m.order_id = seen.id and m.facility_id = ${facilityId})
  `.execute(db);
  return position === 0 && rows.length > 0;
}
