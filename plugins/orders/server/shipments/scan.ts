import { CallError } from '@sinter/sdk/contract';
import { readCode } from '@sinter/sdk/contract/codes';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { scanIntoShipment, screenConsignee } from '@sinter/sdk/contract/orders/shipping';
import type { CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { ordersDb } from '../lifecycle.ts';
import { say } from '../texts.ts';
import { announce, lockShipment, recordShipment, requireShipment, type LockedShipment } from './keep.ts';

type Scan = CallArguments<typeof scanIntoShipment>['body'];
const wrong = (sentence: ReturnType<typeof say>) =>
  new CallError('INVALID_INPUT', undefined, { fields: { code: sentence } });

/** Counts scanned pieces into a box. */
export async function scan(context: CallContext, id: number, { eventId, code, boxId, quantity }: Scan): Promise<void> {
  await requireShipment(context, id);
  const read = readCode(code);
  if (!read) throw wrong(say('scanUnknown'));
  if (read.kind !== 'PART') throw wrong(say(read.kind === 'SHIPMENT' ? 'scanShipment' : 'scanNotPart'));
  await context.write(async (unit) => {
    const shipment = await lockShipment(unit, id);
    const db = ordersDb(unit);
    const known = await db
      .selectFrom('shipment_scan')
      .select('id')
      .where('shipment_id', '=', id)
      .where('event_id', '=', eventId)
      .executeTakeFirst();
    if (known) return;
    requireDraft(shipment);
    const line = shipment.lines.find(({ orderFileId }) => orderFileId === read.id);
    if (!line) throw wrong(say('scanForeign'));
    const { rows } = await sql<{ packed: number; box: boolean }>`
      select coalesce((select sum(quantity) from shipment_scan
          where shipment_id = ${id} and order_file_id = ${read.id}), 0)::int as packed,
        exists (select from shipment_box where id = ${boxId} and shipment_id = ${id}) as box
    `.execute(db);
    const [found] = rows;
    if (!found?.box) throw new CallError('CONFLICT', say('shipmentChanged'));
    const left = line.quantity - found.packed;
    if (left === 0) throw wrong(say('scanComplete', { all: line.quantity }));
    if (quantity > left) throw wrong(say('scanTooMany', { left }));
    await db
      .insertInto('shipment_scan')
      .values({
        ...{ shipment_id: id, box_id: boxId, order_file_id: read.id, quantity, event_id: eventId },
        user_id: context.user.userId,
      })
      .execute();
    await announce(unit, shipment, 'CHANGE');
  });
}

function requireDraft({ status }: LockedShipment): void {
  if (status !== 'DRAFT') throw new CallError('CONFLICT', say('shipmentPacked'));
}

/** Takes back what the caller scanned last. */
export async function undo(context: CallContext, id: number): Promise<void> {
  await requireShipment(context, id);
  await context.write(async (unit) => {
    const shipment = await lockShipment(unit, id);
    requireDraft(shipment);
    const { rows } = await sql`
      delete from shipment_scan where id = (
        select max(id) from shipment_scan where shipment_id = ${id} and user_id = ${context.user.userId}) returning id
    `.execute(unit.db);
    if (rows.length === 0) throw new CallError('CONFLICT', say('scanNothing'));
    await announce(unit, shipment, 'CHANGE');
  });
}

/** Writes down that the consignee was looked up. */
export async function screen(
  context: CallContext,
  id: number,
  screening: CallArguments<typeof screenConsignee>['body'],
): Promise<void> {
  await requireShipment(context, id);
  const { userId } = context.user;
  await context.write(async (unit) => {
    const shipment = await lockShipment(unit, id);
    if (shipment.status !== 'DRAFT' && shipment.status !== 'PACKED') {
      throw new CallError('CONFLICT', say('shipmentLeftAlready'));
    }
    const { list, result, screenedOn, note } = screening;
    if (screenedOn > new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)) {
      throw new CallError('INVALID_INPUT', undefined, { fields: { screenedOn: say('screenedLater') } });
    }
    await ordersDb(unit)
      .insertInto('shipment_screening')
      .values({ shipment_id: id, list, result, screened_on: screenedOn, note, user_id: userId })
      .execute();
    await recordShipment(unit, shipment, 'SCREEN', { userId }, null, screening);
  });
}
