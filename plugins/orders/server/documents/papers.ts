import { postalAddressSchema } from '@sinter/sdk/contract/host/addresses';
import { chargeSchema, priceBreakSchema, quoteOptionSchema } from '@sinter/sdk/contract/orders/offers';
import type { Services } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';

/** What the papers of one facility's part in an order say, as it is stored; nothing that is its own business alone. */

const address = postalAddressSchema.nullable().catch(null);
const when = z.coerce.date();

const lineSchema = z.object({
  part: z.string(),
  process: z.string(),
  material: z.string(),
  finish: z.string().nullable(),
  offered: z.object({ quantity: z.number(), unitPrice: z.number() }),
  agreed: z.object({ quantity: z.number(), unitPrice: z.number() }),
  /** What was agreed in place of what was asked for. */
  alternative: z.string().nullable(),
  breaks: z.array(priceBreakSchema),
  alternatives: z.array(
    z.object({ name: z.string(), material: z.string().nullable(), quantity: z.number(), unitPrice: z.number() }),
  ),
});
export type PaperLine = z.infer<typeof lineSchema>;

const quoteSchema = z.object({
  id: z.number(),
  status: z.string(),
  currency: z.string(),
  total: z.number(),
  leadTimeDays: z.number(),
  offeredLeadTimeDays: z.number(),
  note: z.string(),
  poNumber: z.string().nullable(),
  validUntil: when,
  createdOn: when,
  charges: z.array(chargeSchema),
  options: z.array(quoteOptionSchema),
  optionId: z.number().nullable(),
  lines: z.array(lineSchema),
});
export type PaperQuote = z.infer<typeof quoteSchema>;

const paperSchema = z.object({
  matchId: z.number(),
  orderId: z.number(),
  title: z.string(),
  orderedOn: when,
  facility: z.object({ id: z.number(), name: z.string(), timeZone: z.string(), address }),
  buyer: z.object({ name: z.string(), contact: z.string() }),
  deliveryAddress: address,
  promisedOn: when.nullable(),
  /** From the first to the last. */
  quotes: z.array(quoteSchema),
});
export type Paper = z.infer<typeof paperSchema>;

const named = (table: string) => sql`(select name from ${sql.table(table)} named where named.id = `;

/** Of these matches, with all that each has quoted. */
export async function papersOf({ db }: Pick<Services, 'db'>, matchIds: readonly number[]): Promise<Paper[]> {
  const { rows } = await sql`
    select m.id as "matchId", o.id as "orderId", coalesce(nullif(o.display_title, ''), '#' || o.id) as title,
      o.created_at as "orderedOn", o.delivery_address as "deliveryAddress", m.promised_at as "promisedOn",
      jsonb_build_object('id', fac.id, 'name', fac.company_name, 'timeZone', fac.time_zone, 'address', fac.address) as facility,
      jsonb_build_object('name', c.name, 'contact', u.first_name || ' ' || u.last_name) as buyer,
      coalesce((select jsonb_agg(jsonb_build_object(
        'id', q.id, 'status', q.status, 'currency', q.currency, 'total', q.total_minor, 'note', q.note,
        'leadTimeDays', q.lead_time_days, 'offeredLeadTimeDays', coalesce(q.offered_lead_time_days, q.lead_time_days),
        'poNumber', q.po_number, 'validUntil', q.valid_until, 'createdOn', q.created_at,
        'charges', q.charges, 'options', q.options, 'optionId', q.option_id, 'lines', ${lines}) order by q.id)
        from quote q where q.match_id = m.id), '[]'::jsonb) as quotes
    from rfq_match m join rfq_order o on o.id = m.order_id join company c on c.id = o.company_id
      join app_user u on u.id = o.created_by join facility fac on fac.id = m.facility_id
    where m.id = any(${matchIds}::bigint[]) order by m.id
  `.execute(db);
  return z.array(paperSchema).parse(rows);
}

const materialOf = (id: string) => sql`${named('material')} ${sql.raw(id)})`;

const lines = sql`coalesce((
  select jsonb_agg(jsonb_build_object(
    'part', s.file_name, 'process', p.name, 'material', mat.name, 'finish', finish.name,
    'offered', jsonb_build_object('quantity', coalesce(l.offered_quantity, l.quantity),
      'unitPrice', coalesce(l.offered_unit_price_minor, l.unit_price_minor)),
    'agreed', jsonb_build_object('quantity', l.quantity, 'unitPrice', l.unit_price_minor),
    'alternative', (select each ->> 'name' from jsonb_array_elements(l.alternatives) each
      where (each ->> 'id')::int = l.alternative_id),
    'breaks', l.breaks,
    'alternatives', coalesce((select jsonb_agg(jsonb_build_object('name', each.name, 'quantity', each.quantity,
        'unitPrice', each."unitPrice", 'material', ${materialOf('each."materialId"')}) order by each.id)
      from jsonb_to_recordset(l.alternatives)
        as each (id int, name text, "materialId" bigint, quantity int, "unitPrice" bigint)), '[]'::jsonb)
    ) order by f.position)
  from quote_line l join rfq_order_file f on f.id = l.order_file_id
    join stored_file s on s.id = f.original_file_id join am_process p on p.id = f.am_process_id
    join material mat on mat.id = f.material_id left join post_processing finish on finish.id = f.finish_id
  where l.quote_id = q.id), '[]'::jsonb)`;

/** The quote that was agreed, once the facility has confirmed it. */
export const agreedQuote = ({ quotes, promisedOn }: Paper): PaperQuote | undefined =>
  promisedOn === null ? undefined : quotes.find(({ status }) => status === 'ACCEPTED');
