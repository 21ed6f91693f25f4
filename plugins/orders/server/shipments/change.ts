import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { createShipment, saveShipment } from '@sinter/sdk/contract/orders/shipping';
import type { CallContext, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { ordersDb } from '../lifecycle.ts';
import { say } from '../texts.ts';
import { requireCarrier } from '../carriers/carriers.ts';
import { requireVisible } from '../visibility.ts';
import { requireOwn } from '../nda/requireOwn.ts';
import { lockShipment, recordShipment, requireShipment, searchTextOf, announce } from './keep.ts';
import { lockOrders, readyOf, requireShippable } from './ready.ts';

type Lines = CallArguments<typeof createShipment>['body']['lines'];

/** The orders of these parts. Throws NOT_FOUND for one that the caller may not see. */
async function ordersOf(context: CallContext, lines: Lines): Promise<Map<number, number>> {
  const ids = lines.map(({ orderFileId }) => orderFileId);
  const { rows } = await sql<{ id: number; orderId: number }>`
    select id, order_id as "orderId" from rfq_order_file where id = any(${ids}::bigint[])
  `.execute(context.db);
  if (new Set(ids).size < ids.length) throw refused('lines', say('shipmentLineTwice'));
  if (rows.length < ids.length) throw new CallError('NOT_FOUND');
  for (const id of new Set(rows.map(({ orderId }) => orderId))) await requireVisible(context, id);
  return new Map(rows.map(({ id, orderId }) => [id, orderId]));
}

const refused = (field: string, sentence: ReturnType<typeof say>) =>
  new CallError('INVALID_INPUT', undefined, { fields: { [field]: sentence } });

/** Throws CONFLICT where fewer pieces are ready than somebody wants; `had`: those that the shipment has already. */
async function requireReady(
  unit: Work,
  facilityId: number,
  orderIds: readonly number[],
  lines: Lines,
  had: ReadonlyMap<number, number> = new Map(),
): Promise<void> {
  const ready = new Map((await readyOf(unit.db, facilityId, orderIds)).map((line) => [line.orderFileId, line]));
  for (const { orderFileId, quantity } of lines) {
    const own = had.get(orderFileId) ?? 0;
    const line = ready.get(orderFileId);
    const left = own + (line?.ready ?? 0);
    if (quantity > own && quantity > left) {
      throw new CallError('CONFLICT', say('shipmentLeft', { left, part: line?.fileName ?? String(orderFileId) }));
    }
  }
}

/** One consignee: a company and where its parts go. */
async function consigneeOf(unit: Work, orderIds: readonly number[]) {
  const { rows } = await sql<{ company: number; address: string | null }>`
    select distinct o.company_id as company, o.delivery_address::text as address from rfq_order o
    where o.id = any(${[...orderIds]}::bigint[])
  `.execute(unit.db);
  const [consignee] = rows;
  if (!consignee || rows.length > 1) throw refused('lines', say('shipmentConsignees'));
  return consignee;
}

export async function create(
  context: CallContext,
  { eventId, lines }: CallArguments<typeof createShipment>['body'],
): Promise<number> {
  const { facilityId, user } = context;
  const orderOf = await ordersOf(context, lines);
  return context.write(async (unit) => {
    const orderIds = [...new Set(orderOf.values())];
    const orders = await lockOrders(unit, facilityId, orderIds);
    const db = ordersDb(unit);
    const known = await db
      .selectFrom('shipment')
      .select('id')
      .where('facility_id', '=', facilityId)
      .where('event_id', '=', eventId)
      .executeTakeFirst();
    if (known) return known.id;
    requireShippable(orders);
    const { company, address } = await consigneeOf(unit, orderIds);
    await requireReady(unit, facilityId, orderIds, lines);
    const id = await insertShipment(unit, {
      ...{ facilityId, companyId: company, address, eventId, createdBy: user.userId },
      lines: lines.map((line) => ({ ...line, orderId: orderOf.get(line.orderFileId) ?? 0 })),
    });
    const shipment = await lockShipment(unit, id);
    await recordShipment(unit, shipment, 'CREATE', { userId: user.userId });
    return id;
  });
}

export interface NewShipment {
  facilityId: number;
  companyId: number;
  /** As JSON. */
  address: string | null;
  eventId: string;
  createdBy: number | null;
  tracking?: string;
  lines: readonly { orderFileId: number; orderId: number; quantity: number }[];
}

/** With one box, as most have. */
export async function insertShipment(unit: Work, made: NewShipment): Promise<number> {
  const db = ordersDb(unit);
  const { id } = await db
    .insertInto('shipment')
    .values({
      facility_id: made.facilityId,
      company_id: made.companyId,
      address: made.address,
      event_id: made.eventId,
      created_by: made.createdBy,
      tracking: made.tracking ?? '',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeLines(unit, id, made.lines);
  await db
    .insertInto('shipment_box')
    .values({ shipment_id: id, position: 0, weight_g: null, length_mm: null, width_mm: null, height_mm: null })
    .execute();
  await searchTextOf(unit, id);
  return id;
}

const writeLines = (unit: Work, id: number, lines: NewShipment['lines']) =>
  ordersDb(unit)
    .insertInto('shipment_line')
    .values(
      lines.map(({ orderFileId, orderId, quantity }) => ({
        ...{ shipment_id: id, order_file_id: orderFileId, order_id: orderId, quantity },
      })),
    )
    .execute();

type Saved = CallArguments<typeof saveShipment>['body'];

export async function save(context: CallContext, id: number, body: Saved): Promise<void> {
  await requireShipment(context, id);
  const orderOf = await ordersOf(context, body.lines);
  if (body.labelFileId !== null) await requireLabel(context, id, body.labelFileId);
  await context.write(async (unit) => {
    const shipment = await lockShipment(unit, id, [...orderOf.values()]);
    if (shipment.version !== body.version) throw new CallError('CONFLICT', say('shipmentChanged'));
    if (shipment.status === 'VOIDED' || shipment.status === 'DELIVERED') {
      throw new CallError('CONFLICT', say('shipmentOver'));
    }
    const before = new Map(shipment.lines.map((line) => [line.orderFileId, line.quantity]));
    const moved =
      before.size !== body.lines.length || body.lines.some((line) => before.get(line.orderFileId) !== line.quantity);
    if (moved) {
      if (shipment.status !== 'DRAFT') throw new CallError('CONFLICT', say('shipmentPacked'));
      const wanted = [...new Set(body.lines.map(({ orderFileId }) => orderOf.get(orderFileId) ?? 0))];
      const added = shipment.orders.filter(({ order }) => wanted.includes(order.id));
      requireShippable(added);
      await consigneeOf(unit, [...wanted, ...shipment.lines.map(({ orderId }) => orderId)]);
      await requireReady(unit, shipment.facilityId, wanted, body.lines, before);
      await requireScanned(unit, id, body.lines);
      await ordersDb(unit).deleteFrom('shipment_line').where('shipment_id', '=', id).execute();
      await writeLines(
        unit,
        id,
        body.lines.map((line) => ({ ...line, orderId: orderOf.get(line.orderFileId) ?? 0 })),
      );
    }
    const changed = shipment.carrier !== body.carrier || shipment.tracking !== body.tracking;
    if (body.carrier !== '' && changed) {
      await requireCarrier(unit.db, shipment.facilityId, { key: body.carrier, number: body.tracking });
    }
    if (shipment.status === 'DRAFT') await writeBoxes(unit, id, body.boxes);
    await ordersDb(unit)
      .updateTable('shipment')
      .set({
        ...{ carrier: body.carrier, service: body.service, tracking: body.tracking, note: body.note },
        ...{ incoterm: body.incoterm, tariff_number: body.tariffNumber, export_licence: body.exportLicence },
        ...{ label_file_id: body.labelFileId, version: shipment.version + 1 },
      })
      .where('id', '=', id)
      .execute();
    await searchTextOf(unit, id);
    await unit.audit({
      ...{ action: 'shipment.change', objectKind: 'SHIPMENT', objectId: String(id), facilityId: shipment.facilityId },
      before: { lines: shipment.lines },
      after: { lines: body.lines, carrier: body.carrier, tracking: body.tracking },
    });
    await announce(unit, { ...shipment, tracking: body.tracking }, 'CHANGE');
  });
}

/** A label is the facility's own; one that hangs there already stays, whoever saves. */
async function requireLabel(context: CallContext, id: number, fileId: number): Promise<void> {
  const { rows } = await sql`select from shipment where id = ${id} and label_file_id = ${fileId}`.execute(context.db);
  if (rows.length === 0) await requireOwn(context, fileId);
}

/** What was scanned already stays in the shipment. */
async function requireScanned(unit: Work, id: number, lines: Lines): Promise<void> {
  const { rows } = await sql<{ orderFileId: number; pieces: number }>`
    select order_file_id as "orderFileId", sum(quantity)::int as pieces from shipment_scan
    where shipment_id = ${id} group by 1
  `.execute(unit.db);
  for (const { orderFileId, pieces } of rows) {
    const line = lines.find((each) => each.orderFileId === orderFileId);
    if ((line?.quantity ?? 0) < pieces) throw new CallError('CONFLICT', say('shipmentScanned', { pieces }));
  }
}

/** Boxes keep what was scanned into them; one that goes gives it back to be packed again. */
async function writeBoxes(unit: Work, id: number, boxes: Saved['boxes']): Promise<void> {
  const db = ordersDb(unit);
  const kept = boxes.flatMap((box) => (box.id === null ? [] : [box.id]));
  const gone = db.deleteFrom('shipment_box').where('shipment_id', '=', id);
  await (kept.length > 0 ? gone.where('id', 'not in', kept) : gone).execute();
  for (const [position, box] of boxes.entries()) {
    const values = {
      ...{ position, weight_g: box.weightGrams },
      ...{ length_mm: box.lengthMm, width_mm: box.widthMm, height_mm: box.heightMm },
    };
    if (box.id === null) {
      await db
        .insertInto('shipment_box')
        .values({ shipment_id: id, ...values })
        .execute();
    } else {
      await db.updateTable('shipment_box').set(values).where('id', '=', box.id).where('shipment_id', '=', id).execute();
    }
  }
}
