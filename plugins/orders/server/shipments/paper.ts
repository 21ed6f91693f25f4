import { postalAddressSchema } from '@sinter/sdk/contract/host/addresses';
import type { DocumentBlock, DocumentWords, Services } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { addressLines } from '../documents/models.ts';
import { say } from '../texts.ts';
import { owed } from './ready.ts';

/** What the papers of a shipment are made of: what both sides may know, and nothing else. */

const address = postalAddressSchema.nullable().catch(null);
const when = z.coerce.date();

const lineSchema = z.object({
  orderId: z.number(),
  orderFileId: z.number(),
  part: z.string(),
  /** As agreed: process, material, finish. */
  made: z.array(z.string().nullable()).transform((each) => each.filter(Boolean).join(' · ')),
  ordered: z.number(),
  quantity: z.number(),
  file: z.object({ sha256: z.string(), uploadedOn: when }),
});

const parcelSchema = z.object({
  id: z.number(),
  status: z.string(),
  facility: z.object({ id: z.number(), name: z.string(), timeZone: z.string(), address }),
  consignee: z.string(),
  address,
  createdOn: when,
  orders: z.array(z.object({ id: z.number(), title: z.string(), poNumber: z.string().nullable() })),
  lines: z.array(lineSchema),
  boxes: z.number(),
  /** `null`: nobody has packed or shipped it here. */
  released: z.object({ on: when, by: z.string() }).nullable(),
});
export type Parcel = z.infer<typeof parcelSchema>;

/** When and by whom shipment `s` was released: last packed, or else shipped. */
export const released = sql`(select jsonb_build_object('on', h.created_at, 'by', u.first_name || ' ' || u.last_name)
  from shipment_history h join app_user u on u.id = h.user_id
  where h.shipment_id = s.id and h.event in ('PACK', 'SHIP') order by h.event, h.id desc limit 1)`;

const agreed = sql`lateral (select q.po_number from quote q join rfq_match m on m.id = q.match_id
  where m.order_id = o.id and m.facility_id = s.facility_id and q.status = 'ACCEPTED' order by q.id desc limit 1)`;

/** What was agreed in place of what was asked for. */
const alternative = sql`lateral (select each ->> 'name' as name, other.name as material
  from quote q join rfq_match m on m.id = q.match_id join quote_line ql on ql.quote_id = q.id
    cross join jsonb_array_elements(ql.alternatives) each
    left join material other on other.id = (each ->> 'materialId')::bigint
  where ql.order_file_id = f.id and m.facility_id = s.facility_id and q.status = 'ACCEPTED'
    and (each ->> 'id')::int = ql.alternative_id order by q.id desc limit 1)`;

export async function parcelOf({ db }: Pick<Services, 'db'>, id: number): Promise<Parcel | undefined> {
  const { rows } = await sql`
    select s.id, s.status, c.name as consignee, s.address, s.created_at as "createdOn", ${released} as released,
      jsonb_build_object('id', fac.id, 'name', fac.company_name, 'timeZone', fac.time_zone, 'address', fac.address) as facility,
      (select count(*)::int from shipment_box b where b.shipment_id = s.id) as boxes,
      (select jsonb_agg(jsonb_build_object('id', o.id, 'poNumber', nullif(agreed.po_number, ''),
          'title', o.display_title) order by o.id)
        from rfq_order o left join ${agreed} agreed on true
        where o.id in (select l.order_id from shipment_line l where l.shipment_id = s.id)) as orders,
      (select jsonb_agg(jsonb_build_object('orderId', l.order_id, 'orderFileId', f.id, 'part', up.file_name, 'ordered', ${owed},
          'quantity', l.quantity, 'file', jsonb_build_object('sha256', up.sha256, 'uploadedOn', up.created_at),
          'made', case when other.name is null then jsonb_build_array(p.name, mat.name, finish.name)
            else jsonb_build_array(p.name, other.name, other.material) end) order by l.order_id, f.position)
        from shipment_line l join rfq_order_file f on f.id = l.order_file_id
          join stored_file up on up.id = f.original_file_id join am_process p on p.id = f.am_process_id
          join material mat on mat.id = f.material_id left join post_processing finish on finish.id = f.finish_id
          left join ${alternative} other on true
        where l.shipment_id = s.id) as lines
    from shipment s join company c on c.id = s.company_id join facility fac on fac.id = s.facility_id
    where s.id = ${id}
  `.execute(db);
  return z.array(parcelSchema).parse(rows)[0];
}

/** Who sends it, and where it goes. */
export function parties({ facility, consignee, address: to }: Parcel, words: DocumentWords): DocumentBlock {
  return {
    kind: 'parties',
    parties: [
      {
        title: words.say(say('paperFrom')),
        lines: [facility.name, ...(facility.address ? addressLines(facility.address, words).slice(1) : [])],
      },
      { title: words.say(say('paperTo')), lines: [consignee] },
      ...(to ? [{ title: words.say(say('paperDelivery')), lines: addressLines(to, words) }] : []),
    ],
  };
}

type Fact = Extract<DocumentBlock, { kind: 'facts' }>['facts'][number];

/** Its orders, each with its number at the customer. */
export const ordersIn = ({ orders }: Parcel, words: DocumentWords): Fact[] =>
  orders.flatMap(({ id, title, poNumber }) => [
    { label: words.say(say('paperOrder')), value: [`#${id}`, title].filter(Boolean).join(' · ') },
    ...(poNumber === null ? [] : [{ label: words.say(say('paperPurchaseOrder')), value: poNumber }]),
  ]);

/** Who has released it, and when. */
export const releasedBy = ({ released: by, facility }: Parcel, words: DocumentWords): Fact[] =>
  by === null
    ? []
    : [
        { label: words.say(say('paperReleasedBy')), value: by.by },
        { label: words.say(say('paperReleasedOn')), value: words.date(by.on, facility.timeZone) },
      ];
