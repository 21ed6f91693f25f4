import type { Quote } from '@sinter/sdk/contract/orders/orders';
import { storedFiles, isoTime, type CallContext, type FileRecord } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { suppliersOf } from '../portal/suppliers.ts';
import { viewersMatch } from '../visibility.ts';
import { shown } from './files.ts';

type Row = Omit<Quote, 'files'> & { files: Pick<FileRecord, 'id' | 'fileName' | 'size' | 'controlled'>[] };

/**
 * Of an order that the caller sees: a provider's own ones, all of them for the buyer; latest first. Asks for no right to
 * prices.
 */
export async function quotesOf(context: CallContext, orderId: number): Promise<Quote[]> {
  const { user, db } = context;
  const { rows } = await sql<Row>`
    select q.id, q.revision, q.lead_time_days as "leadTimeDays", q.note, q.charges, q.options, q.wish,
      q.option_id as "optionId",
      case when q.status = 'SUBMITTED' and qm.status = 'ON_HOLD' then qm.status else q.status end as status,
      jsonb_build_object('id', fac.id, 'name', fac.company_name) as facility,
      jsonb_build_object('amount', q.total_minor, 'currency', q.currency) as total,
      case when m.id is not null then q.internal_note end as "internalNote",
      case when m.id is not null then q.accuracy end as estimated,
      ${isoTime('q.valid_until')} as "validUntil", ${isoTime('q.created_at')} as "createdOn",
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'orderFileId', l.order_file_id, 'unitPrice', l.unit_price_minor, 'quantity', l.quantity,
          'breaks', l.breaks, 'alternativeId', l.alternative_id,
          'alternatives', case when l.alternatives = '[]' then l.alternatives else ${alternatives} end) order by f.position)
        from quote_line l join rfq_order_file f on f.id = l.order_file_id where l.quote_id = q.id), '[]'::jsonb) as lines,
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'id', s.id, 'fileName', s.file_name, 'size', s.size, 'controlled', s.controlled) order by a.position)
        from quote_file a join stored_file s on s.id = a.file_id
        where a.quote_id = q.id and ${shown(user)}), '[]'::jsonb) as files
    from rfq_order o ${viewersMatch(user)}
      join rfq_match qm on qm.order_id = o.id and (m.id is null or qm.id = m.id)
      join quote q on q.match_id = qm.id
      join facility fac on fac.id = qm.facility_id
    where o.id = ${orderId} order by q.id desc
  `.execute(db);
  const files = context.get(storedFiles);
  const told = await suppliersOf(context, [orderId]);
  return rows.map((row) => ({
    ...row,
    facility: told?.(orderId, row.facility.id) ?? row.facility,
    files: row.files.map((file) => files.dto(file)),
  }));
}

const named = (table: 'mat' | 'process') => sql`case when ${sql.ref(table)}.id is null then null
  else jsonb_build_object('id', ${sql.ref(table)}.id, 'name', ${sql.ref(table)}.name) end`;

/** Those of line `l`, with the names of their materials. */
const alternatives = sql`(
  select jsonb_agg(jsonb_build_object('id', each.id, 'name', each.name, 'quantity', each.quantity,
    'unitPrice', each."unitPrice", 'material', ${named('mat')}, 'amProcess', ${named('process')}) order by each.id)
  from jsonb_to_recordset(l.alternatives)
      as each (id int, name text, "materialId" bigint, quantity int, "unitPrice" bigint)
    left join material mat on mat.id = each."materialId"
    left join am_process process on process.id = mat.am_process_id)`;
