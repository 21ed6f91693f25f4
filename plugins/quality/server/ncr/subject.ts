import { CallError } from '@sinter/sdk/contract';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import type { NcrSubject } from '@sinter/sdk/contract/quality/ncr';
import type { CallContext, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { made } from '../../shared/made.ts';
import { say } from '../texts.ts';

export interface FullSubject extends NcrSubject {
  /** Pieces that there are at most; `null`: nothing says so. */
  most: number | null;
}

/** What somebody raises one about, with what follows from it. Throws NOT_FOUND for what is not the facility's, or not to be seen. */
export async function fullSubject(context: CallContext, unit: Work, named: NcrSubject): Promise<FullSubject> {
  const subject: FullSubject = { ...named, most: null };
  if (named.lotId !== null) await withLot(context, unit, subject, named.lotId);
  else if (named.position !== null)
    throw new CallError('INVALID_INPUT', undefined, { fields: { 'subject.position': say('noSuchStep') } });
  if (subject.orderFileId !== null || subject.orderId !== null) await withOrder(context, unit, subject);
  if (subject.jobId !== null) await withJob(context, unit, subject, subject.jobId);
  if (subject.equipmentId !== null) await requireMachine(context, unit, subject.equipmentId);
  return subject;
}

async function withLot(context: CallContext, unit: Work, subject: FullSubject, lotId: number): Promise<void> {
  const { rows } = await sql<{
    orderId: number;
    orderFileId: number;
    jobId: number | null;
    quantity: number;
    step: boolean;
  }>`
    select l.order_id as "orderId", l.order_file_id as "orderFileId", l.job_id as "jobId", l.quantity,
      exists (select from lot_step s where s.lot_id = l.id and s.position = ${subject.position}) as step
    from lot l where l.id = ${lotId} and l.facility_id = ${context.facilityId}
  `.execute(unit.db);
  const [lot] = rows;
  if (!lot) throw new CallError('NOT_FOUND');
  if (subject.position !== null && !lot.step) {
    throw new CallError('INVALID_INPUT', undefined, { fields: { 'subject.position': say('noSuchStep') } });
  }
  const { quantity, step: _step, ...of } = lot;
  Object.assign(subject, of, { most: quantity });
}

async function withOrder({ facilityId, user }: CallContext, unit: Work, subject: FullSubject): Promise<void> {
  const { orderFileId, orderId } = subject;
  const { rows } = await sql<{ orderId: number; most: number | null }>`
    select o.id as "orderId", (select f.quantity + f.remake_quantity from rfq_order_file f
      where f.id = ${orderFileId} and f.order_id = o.id) as most
    from rfq_order o join rfq_match m on m.order_id = o.id and m.facility_id = ${facilityId} and m.status = any(${made})
    where o.id = coalesce((select order_id from rfq_order_file where id = ${orderFileId}), ${orderId})
      and (${orderId}::bigint is null or o.id = ${orderId}) and (${user.cleared} or not ${orderIsControlled})
  `.execute(unit.db);
  const [order] = rows;
  if (!order || (orderFileId !== null && order.most === null)) throw new CallError('NOT_FOUND');
  subject.orderId = order.orderId;
  subject.most ??= order.most;
}

async function withJob(
  { facilityId, user }: CallContext,
  unit: Work,
  subject: FullSubject,
  jobId: number,
): Promise<void> {
  const { rows } = await sql<{ equipmentId: number }>`
    select j.equipment_id as "equipmentId" from job j where j.id = ${jobId} and j.facility_id = ${facilityId}
      and (${user.cleared} or not exists (select from job_file b join rfq_order_file f on f.id = b.order_file_id
        join rfq_order o on o.id = f.order_id where b.job_id = j.id and ${orderIsControlled}))
  `.execute(unit.db);
  const [job] = rows;
  if (!job) throw new CallError('NOT_FOUND');
  subject.equipmentId ??= job.equipmentId;
}

export async function requireMachine({ facilityId }: CallContext, unit: Work, equipmentId: number): Promise<void> {
  const { rows } = await sql`
    select from equipment where id = ${equipmentId} and facility_id = ${facilityId}
  `.execute(unit.db);
  if (rows.length === 0) throw new CallError('NOT_FOUND');
}
