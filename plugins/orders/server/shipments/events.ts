import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import { shipmentReasonNeeded } from '@sinter/sdk/contract/orders/shipments';
import type { fireShipmentEvent } from '@sinter/sdk/contract/orders/shipping';
import { requireGates } from '@sinter/sdk/contract/production/askGates';
import type { CallContext, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { actor } from '../actions.ts';
import { ordersDb } from '../lifecycle.ts';
import { say } from '../texts.ts';
import { orderArrives, orderComesBack, orderLeaves } from './follow.ts';
import {
  doneBefore,
  isControlled,
  lockShipment,
  recordShipment,
  requireShipment,
  type LockedShipment,
} from './keep.ts';
import { issuePapers } from './papers.ts';
import { requireShippable } from './ready.ts';
import { tellParcel } from './tell.ts';
import { allowedOnShipment, isOpen, shipmentTransitions } from './transitions.ts';

type Fire = CallArguments<typeof fireShipmentEvent>['body'];

/** The only way a shipment's status changes; its orders follow in the same transaction. */
export async function fire(context: CallContext, id: number, { event, eventId, ...told }: Fire): Promise<void> {
  const reason = told.reason.trim();
  await requireShipment(context, id);
  await context.write(async (unit) => {
    const shipment = await lockShipment(unit, id);
    if (await doneBefore(unit, id, eventId)) return;
    const before = shipment.status;
    if (!shipmentTransitions[event].from.includes(before)) {
      throw new CallError('TRANSITION_REFUSED', undefined, {
        ...{ from: before, event, allowed: allowedOnShipment(before) },
      });
    }
    if (reason === '' && shipmentReasonNeeded.includes(event)) {
      throw new CallError('INVALID_INPUT', undefined, { fields: { reason: say('reasonMissing') } });
    }
    if (event === 'PACK') await requirePacked(unit, shipment);
    if (event === 'SHIP') {
      requireShippable(shipment.orders);
      await requireScreened(unit, shipment);
      for (const { order } of shipment.orders) {
        await requireGates(context, unit, shipment.facilityId, { gate: 'SHIP', subjectId: order.id });
      }
    }
    const now = new Date();
    shipment.status = shipmentTransitions[event].to;
    if (event === 'SHIP') shipment.leftAt = now;
    await ordersDb(unit)
      .updateTable('shipment')
      .set({
        ...{ status: shipment.status, reason, version: shipment.version + 1, shipped_at: shipment.leftAt },
        delivered_at: event === 'DELIVER' ? now : null,
      })
      .where('id', '=', id)
      .execute();
    const cause = actor(context);
    await recordShipment(unit, shipment, event, { userId: cause.userId, reason, eventId }, before);
    if (event === 'PACK') await issuePapers(context, unit, id);
    for (const each of shipment.orders) {
      const why = { ...cause, reason };
      if (event === 'SHIP') await orderLeaves(unit, shipment, each, cause);
      if (event === 'DELIVER' && !(await orderArrives(unit, each, cause))) {
        await tellParcel(unit, 'parcelDelivered', shipment, each, cause);
      }
      if (event === 'REPORT_EXCEPTION') await tellParcel(unit, 'parcelException', shipment, each, cause);
      if (event === 'VOID' && !isOpen(before)) {
        await orderComesBack(unit, each, why);
        await tellParcel(unit, 'parcelVoided', shipment, each, cause);
      }
    }
  });
}

/** Where scanning has begun, everything is scanned. */
async function requirePacked(unit: Work, shipment: LockedShipment): Promise<void> {
  const { rows } = await sql<{ pieces: number }>`
    select coalesce(sum(quantity), 0)::int as pieces from shipment_scan where shipment_id = ${shipment.id}
  `.execute(unit.db);
  const pieces = rows[0]?.pieces ?? 0;
  const all = shipment.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  if (pieces > 0 && pieces < all) throw new CallError('CONFLICT', say('shipmentUnscanned', { pieces, all }));
}

/** Something export controlled leaves only to a consignee who was looked up, and is on no list. */
async function requireScreened(unit: Work, shipment: LockedShipment): Promise<void> {
  if (!isControlled(shipment)) return;
  const latest = await ordersDb(unit)
    .selectFrom('shipment_screening')
    .select('result')
    .where('shipment_id', '=', shipment.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!latest) throw new CallError('CONFLICT', say('shipmentNotScreened'));
  if (latest.result !== 'CLEAR') throw new CallError('CONFLICT', say('shipmentDenied'));
}
