import { CallError } from '@sinter/sdk/contract';
import { hasOrderRight } from '@sinter/sdk/contract/orders/rights';
import type { Shipment, ShipmentRow } from '@sinter/sdk/contract/orders/shipments';
import type { CallContext } from '@sinter/sdk/server';
import { isoTime } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { fileJson } from '../fileJson.ts';
import { carried } from './carried.ts';
import { papersFor } from './papers.ts';
import { owed, readyOf } from './ready.ts';
import { holdsControlled, visibleShipment } from './sight.ts';
import { allowedOnShipment } from './transitions.ts';

/** A row of the list, over `s` and its company `c`. */
const rowFields = sql`
  s.id, s.status, jsonb_build_object('id', c.id, 'name', c.name) as consignee,
  coalesce(s.address ->> 'city', '') as city, coalesce(s.address ->> 'countryCode', '') as "countryCode",
  (select coalesce(jsonb_agg(distinct jsonb_build_object('id', o.id, 'name', o.display_title)), '[]'::jsonb)
    from shipment_line l join rfq_order o on o.id = l.order_id where l.shipment_id = s.id) as orders,
  (select coalesce(sum(l.quantity), 0)::int from shipment_line l where l.shipment_id = s.id) as pieces,
  (select coalesce(sum(${owed}), 0)::int from shipment_line l join rfq_order_file f on f.id = l.order_file_id
    where l.shipment_id = s.id) as ordered,
  s.carrier, s.service, s.tracking,
  (select count(*)::int from shipment_box b where b.shipment_id = s.id) as boxes,
  (select case when count(b.weight_g) = count(*) then sum(b.weight_g)::int end
    from shipment_box b where b.shipment_id = s.id) as "weightGrams",
  s.incoterm, s.tariff_number as "tariffNumber", s.export_licence as "exportLicence", ${holdsControlled} as controlled,
  ${isoTime('s.created_at')} as "createdOn", ${isoTime('s.shipped_at')} as "shippedOn", ${isoTime('s.delivered_at')} as "deliveredOn"`;

/** Shipments by number, in the order given. */
export async function listedShipments({ db, facilityId }: CallContext, ids: readonly number[]): Promise<ShipmentRow[]> {
  const { rows } = await sql<Stored<ShipmentRow>>`
    select ${rowFields} from unnest(${[...ids]}::bigint[]) with ordinality as page (id, place)
      join shipment s on s.id = page.id join company c on c.id = s.company_id order by page.place
  `.execute(db);
  return carried(db, facilityId, rows);
}

/** As it is stored: the carrier by its key. */
type Stored<Row extends ShipmentRow> = Omit<Row, 'carrier' | 'trackingUrl'> & { carrier: string };
type Read = Omit<Stored<Shipment>, 'allowedEvents' | 'changeable' | 'screens'>;

export async function shipmentOf(context: CallContext, id: number): Promise<Shipment> {
  const { db, user, facilityId } = context;
  const { rows } = await sql<Read>`
    select ${rowFields}, s.version, s.address, s.note, ${papersFor(user)} as papers,
      case when label.id is not null then ${fileJson('label')} end as label,
      coalesce((select jsonb_agg(jsonb_build_object('orderFileId', l.order_file_id, 'orderId', l.order_id,
          'fileName', up.file_name, 'ordered', ${owed}, 'quantity', l.quantity, 'most', l.quantity,
          'packed', coalesce((select sum(n.quantity) from shipment_scan n
            where n.shipment_id = s.id and n.order_file_id = l.order_file_id), 0)) order by l.order_id, f.position)
        from shipment_line l join rfq_order_file f on f.id = l.order_file_id
          join stored_file up on up.id = f.original_file_id where l.shipment_id = s.id), '[]'::jsonb) as lines,
      coalesce((select jsonb_agg(jsonb_build_object('id', b.id, 'number', b.place, 'weightGrams', b.weight_g,
          'lengthMm', b.length_mm, 'widthMm', b.width_mm, 'heightMm', b.height_mm, 'contents', coalesce((
            select jsonb_agg(jsonb_build_object('orderFileId', n.order_file_id, 'quantity', n.pieces) order by n.order_file_id)
            from (select order_file_id, sum(quantity)::int as pieces from shipment_scan where box_id = b.id group by 1) n),
            '[]'::jsonb)) order by b.place)
        from (select *, row_number() over (order by position, id) as place from shipment_box where shipment_id = s.id) b),
        '[]'::jsonb) as "boxList",
      coalesce((select jsonb_agg(jsonb_build_object('list', g.list, 'result', g.result, 'screenedOn', g.screened_on,
          'note', g.note, 'by', u.first_name || ' ' || u.last_name) order by g.id desc)
        from shipment_screening g join app_user u on u.id = g.user_id where g.shipment_id = s.id), '[]'::jsonb) as screenings,
      coalesce((select jsonb_agg(jsonb_build_object('event', h.event, 'status', h.status, 'at', ${isoTime('h.created_at')},
          'who', coalesce(u.first_name || ' ' || u.last_name, ''), 'reason', h.reason) order by h.id desc)
        from shipment_history h left join app_user u on u.id = h.user_id where h.shipment_id = s.id), '[]'::jsonb) as history
    from shipment s join company c on c.id = s.company_id left join stored_file label on label.id = s.label_file_id
    where s.id = ${id} and ${visibleShipment(user)}
  `.execute(db);
  const [found] = await carried(db, facilityId, rows);
  if (!found) throw new CallError('NOT_FOUND');
  const changeable = found.status !== 'VOIDED' && found.status !== 'DELIVERED';
  const draft = found.status === 'DRAFT';
  const orderIds = found.orders.map((order) => order.id);
  const left = draft ? await readyOf(db, facilityId, orderIds) : [];
  const more = new Map(left.map((line) => [line.orderFileId, line.ready]));
  const writes = hasOrderRight(user.memberRoles, 'ship');
  return {
    ...found,
    lines: found.lines.map((line) => ({ ...line, most: line.quantity + (more.get(line.orderFileId) ?? 0) })),
    allowedEvents: writes ? allowedOnShipment(found.status) : [],
    changeable: writes && changeable,
    screens: hasOrderRight(user.memberRoles, 'screen') && (draft || found.status === 'PACKED'),
  };
}
