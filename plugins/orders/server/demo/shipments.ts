import { builtInCarriers } from '@sinter/sdk/contract/orders/builtInCarriers';
import type { ShipmentStatus } from '@sinter/sdk/contract/orders/shipments';
import type { DemoWorld, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { ordersDb } from '../lifecycle.ts';
import { searchTextOf } from '../shipments/keep.ts';
import { personOf } from './first.ts';
import { day, demoUuid, pick, type Written } from './stuff.ts';

const parcels = builtInCarriers.filter(({ kind }) => kind === 'PARCEL');

interface Made {
  key: string;
  order: Written;
  facility: number;
  status: ShipmentStatus;
  /** What part of each line is in it. */
  share: number;
  createdAt: Date;
  shippedAt: Date | null;
  deliveredAt: Date | null;
  reason?: string;
}

/** The parcels of the demo's orders: everything of those that were shipped, and of those in inspection what has begun. */
export async function writeShipments(unit: Work, world: DemoWorld, orders: readonly Written[]): Promise<void> {
  const all = [...orders.flatMap(shippedWhole), ...begun(world, orders)].toSorted(
    (one, other) => one.createdAt.getTime() - other.createdAt.getTime(),
  );
  for (const [index, made] of all.entries()) await write(unit, world, made, index);
}

const left = new Set<string>(['SHIPPED', 'INTERNAL_SHIPPED', 'COMPLETED', 'INTERNAL_COMPLETED']);

function shippedWhole(order: Written): Made[] {
  const stand = order.stands.find(({ status, heldFrom }) => left.has(heldFrom ?? status));
  const when = (...events: string[]) => order.history.findLast(({ event }) => events.includes(event))?.at ?? null;
  const shippedAt = when('SHIP');
  if (!stand || !shippedAt) return [];
  const deliveredAt = when('CONFIRM_RECEIPT', 'REPORT_DELIVERY');
  const createdAt = new Date(shippedAt.getTime() - day / 12);
  const status = deliveredAt === null ? 'SHIPPED' : 'DELIVERED';
  const of = { order, facility: stand.facility, status, share: 1, createdAt, shippedAt, deliveredAt } as const;
  return [{ key: `whole-${order.id}`, ...of }];
}

/** Of the orders in inspection: the first has sent a half, after a parcel that was void; the next is being packed. */
function begun({ rootFacilityId: facility, now }: DemoWorld, orders: readonly Written[]): Made[] {
  const [half, packing] = orders.filter(
    ({ status, matches, lines }) =>
      status === 'IN_QUALITYCONTROL' && matches.has(facility) && lines.some(({ quantity }) => quantity > 1),
  );
  const ago = (hours: number) => new Date(now.getTime() - (hours * day) / 24);
  const of = { facility, share: 0.5, deliveredAt: null, shippedAt: null };
  return [
    ...(half
      ? [
          {
            ...{ ...of, key: 'void', order: half, status: 'VOIDED' as const, createdAt: ago(9) },
            reason: 'Packed into the wrong box.',
          },
          { ...of, key: 'half', order: half, status: 'SHIPPED' as const, createdAt: ago(8), shippedAt: ago(7) },
        ]
      : []),
    ...(packing ? [{ ...of, key: 'draft', order: packing, status: 'DRAFT' as const, createdAt: ago(2) }] : []),
  ];
}

async function write(unit: Work, world: DemoWorld, made: Made, index: number): Promise<void> {
  const { key, order, facility, status, share, createdAt, shippedAt, deliveredAt, reason = '' } = made;
  const db = ordersDb(unit);
  const by = personOf(world, facility === world.rootFacilityId ? 'planner' : 'admin2', facility).userId;
  const carrier = pick(parcels, index);
  const { rows } = await sql<{ address: string | null }>`
    select o.delivery_address::text as address from rfq_order o where o.id = ${order.id}
  `.execute(db);
  const { id } = await db
    .insertInto('shipment')
    .values({
      ...{ facility_id: facility, company_id: order.company, status, reason, address: rows[0]?.address ?? null },
      ...{ carrier: carrier.key, service: carrier.services[0] ?? '', tracking: shippedAt ? carrier.example : '' },
      ...{ event_id: demoUuid(`shipment-${key}`), created_by: by, created_at: createdAt },
      ...{ shipped_at: shippedAt, delivered_at: deliveredAt },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const lines = order.lines.map((line) => ({
    ...{ shipment_id: id, order_file_id: line.id, order_id: order.id },
    quantity: Math.ceil(line.quantity * share),
  }));
  await db.insertInto('shipment_line').values(lines).execute();
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  await db
    .insertInto('shipment_box')
    .values({
      shipment_id: id,
      position: 0,
      weight_g: 250 + 40 * pieces,
      length_mm: 400,
      width_mm: 300,
      height_mm: 200,
    })
    .execute();
  const events = [
    { what: 'CREATE', status: 'DRAFT' as const, at: createdAt, user_id: by },
    ...(shippedAt
      ? [
          { what: 'PACK', status: 'PACKED' as const, at: new Date(shippedAt.getTime() - day / 48), user_id: by },
          { what: 'SHIP', status: 'SHIPPED' as const, at: shippedAt, user_id: by },
        ]
      : []),
    ...(deliveredAt ? [{ what: 'DELIVER', status: 'DELIVERED' as const, at: deliveredAt, user_id: null }] : []),
    ...(status === 'VOIDED'
      ? [{ what: 'VOID', status, at: new Date(createdAt.getTime() + day / 48), user_id: by }]
      : []),
  ];
  await db
    .insertInto('shipment_history')
    .values(
      events.map(({ at, what, ...row }) => ({
        ...row,
        ...{ shipment_id: id, event_id: null, event: what, created_at: at, reason: what === 'VOID' ? reason : '' },
      })),
    )
    .execute();
  await searchTextOf(unit, id);
}
