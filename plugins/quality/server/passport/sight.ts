import { CallError, type Principal } from '@sinter/sdk/contract';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { orderSight } from '@sinter/sdk/contract/orders/orderSight';
import type { PassportCopy } from '@sinter/sdk/contract/quality/passport';
import type { CallContext } from '@sinter/sdk/server';
import { sql, type RawBuilder } from 'kysely';

export const isProvider = (viewer: Principal): boolean => viewer.role === 'ROLE_SERVICE_PROVIDER';
export const isCleared = (viewer: Principal): boolean => viewer.via === 'session' && viewer.cleared;

/** Lots `l` of orders `o` whose passports somebody of the facility reads. */
export const seenLots = ({ facilityId, user }: CallContext): RawBuilder<boolean> =>
  sql`(l.facility_id = ${facilityId} and (${isCleared(user)} or not ${orderIsControlled}))`;

/** Throws NOT_FOUND for a lot of another facility, or that the caller may not know of. */
export async function requireLot(context: CallContext, lotId: number): Promise<void> {
  const { rows } = await sql`
    select from lot l join rfq_order o on o.id = l.order_id where l.id = ${lotId} and ${seenLots(context)}
  `.execute(context.db);
  if (rows.length === 0) throw new CallError('NOT_FOUND');
}

/** Throws FORBIDDEN for who works at a facility and has no right to passports. */
export function requireReader({ user }: CallContext): void {
  const reads = user.permissions.some(
    (right) => right === 'QUALITY_MANAGEMENT_ACCESS' || right === 'WORKCENTER_OPERATION_ACCESS',
  );
  if (isProvider(user) && !reads) throw new CallError('FORBIDDEN');
}

/**
 * Issued passports `p` that somebody reads of orders that they see: a facility its own, a buyer those that were shared, and all of a
 * part of which something has left.
 */
export const readable = (viewer: Principal): RawBuilder<boolean> =>
  isProvider(viewer)
    ? sql`p.facility_id = ${viewer.facilityId}`
    : sql`(p.shared or exists (select from lot l join shipment_line sent on sent.order_file_id = l.order_file_id
        join shipment s on s.id = sent.shipment_id
        where l.id = p.lot_id and s.facility_id = p.facility_id and s.shipped_at is not null and s.status <> 'VOIDED'))`;

/** Whether the caller may open the order with this id. */
export const seesOrder = (context: CallContext, id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select from (${context.get(orderSight).seen(context.user)}) seen where seen.id = ${id})`;

/** Which copy somebody gets who asks for this one. */
export function copyFor(viewer: Principal, asked: PassportCopy, controlled: boolean): PassportCopy {
  if (controlled && !isCleared(viewer)) return 'OPEN';
  return isProvider(viewer) || asked !== 'FULL' ? asked : 'CUSTOMER';
}
