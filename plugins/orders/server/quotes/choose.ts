import { CallError } from '@sinter/sdk/contract';
import { chargeSchema, priceBreakSchema, quoteOptionSchema, type Choices } from '@sinter/sdk/contract/orders/offers';
import type { Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { agreedOf, type Agreed } from '../../shared/agreed.ts';
import { ordersDb } from '../lifecycle.ts';
import { say } from '../texts.ts';

/** An alternative as `quote_line` keeps it. */
export const storedAlternativeSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  materialId: z.number().int().nullable(),
  quantity: z.number().int(),
  unitPrice: z.number().int(),
});

/** What a quote costs with these choices: what was offered counts, whatever was chosen before. */
export async function weigh(unit: Work, quoteId: number, choices: Choices) {
  const db = ordersDb(unit);
  const quote = await db
    .selectFrom('quote')
    .select(['currency', 'charges', 'options', 'lead_time_days', 'offered_lead_time_days', 'total_minor'])
    .where('id', '=', quoteId)
    .executeTakeFirstOrThrow();
  const lines = await db.selectFrom('quote_line').selectAll().where('quote_id', '=', quoteId).execute();
  const offered = lines.map((line) => ({
    orderFileId: line.order_file_id,
    unitPrice: line.offered_unit_price_minor ?? line.unit_price_minor,
    quantity: line.offered_quantity ?? line.quantity,
    breaks: z.array(priceBreakSchema).parse(line.breaks),
    alternatives: z
      .array(storedAlternativeSchema)
      .parse(line.alternatives)
      .map((each) => ({ ...each, amProcess: null, material: null })),
    alternativeId: null,
  }));
  const leadTimeDays = quote.offered_lead_time_days ?? quote.lead_time_days;
  const offer = {
    lines: offered,
    charges: z.array(chargeSchema).parse(quote.charges),
    options: z.array(quoteOptionSchema).parse(quote.options),
    leadTimeDays,
  };
  const agreed = agreedOf(offer, choices);
  if (!agreed) throw new CallError('INVALID_INPUT', undefined, { fields: { choices: say('notOffered') } });
  return {
    ...agreed,
    charges: offer.charges,
    offeredLeadTimeDays: leadTimeDays,
    currency: quote.currency,
    totalBefore: quote.total_minor,
  };
}

/**
 * Writes down which of what a quote offers is agreed, and what that costs. What was chosen before does not count: choosing
 * nothing makes it again what was offered.
 */
export async function choose(
  unit: Work,
  quoteId: number,
  choices: Choices,
): Promise<Agreed & { currency: string; totalBefore: number }> {
  const db = ordersDb(unit);
  const agreed = await weigh(unit, quoteId, choices);
  await db
    .updateTable('quote')
    .set({
      total_minor: agreed.total,
      lead_time_days: agreed.leadTimeDays,
      offered_lead_time_days: agreed.offeredLeadTimeDays,
      option_id: agreed.optionId,
    })
    .where('id', '=', quoteId)
    .execute();
  await sql`
    update quote_line l set
      offered_unit_price_minor = coalesce(l.offered_unit_price_minor, l.unit_price_minor),
      offered_quantity = coalesce(l.offered_quantity, l.quantity),
      unit_price_minor = agreed."unitPrice", quantity = agreed.quantity, alternative_id = agreed."alternativeId"
    from jsonb_to_recordset(${JSON.stringify(agreed.lines)}::jsonb)
      as agreed ("orderFileId" bigint, "unitPrice" bigint, quantity int, "alternativeId" int)
    where l.quote_id = ${quoteId} and l.order_file_id = agreed."orderFileId"
  `.execute(unit.db);
  return agreed;
}

/** The facility has confirmed: the order's parts are from now on what was agreed. */
export async function makeAsAgreed(unit: Work, matchId: number): Promise<void> {
  await sql`
    update rfq_order_file f set quantity = l.quantity,
      material_id = coalesce(mat.id, f.material_id), am_process_id = coalesce(mat.am_process_id, f.am_process_id),
      -- A finish is one of its process.
      finish_id = case when coalesce(mat.am_process_id, f.am_process_id) = f.am_process_id then f.finish_id end
    from quote q join quote_line l on l.quote_id = q.id
      left join lateral (
        select each."materialId" from jsonb_to_recordset(l.alternatives) as each (id int, "materialId" bigint)
        where each.id = l.alternative_id) alternative on true
      left join material mat on mat.id = alternative."materialId"
    where q.match_id = ${matchId} and q.status = 'ACCEPTED' and f.id = l.order_file_id
  `.execute(unit.db);
}
