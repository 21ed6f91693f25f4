import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { mostTested, type backTestPricing } from '@sinter/sdk/contract/orders/pricing';
import { lineChoices } from '@sinter/sdk/contract/orders/request';
import type { CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { comparedBy } from '../estimateFiles.ts';

const quotedSchema = z.object({
  orderId: z.number(),
  orderFileId: z.number(),
  fileName: z.string(),
  quantity: z.number(),
  quoted: z.number(),
  fileId: z.number(),
  amProcessId: z.number(),
  materialId: z.number(),
  ...lineChoices,
});

/** The parts of the facility's last quotes, each as it was quoted last. They are read by one query, and priced in a moment. */
export async function backTest(
  { db, facilityId, user }: CallContext,
  { body: { rules } }: CallArguments<typeof backTestPricing>,
): Promise<CallResult<typeof backTestPricing>> {
  const { rows } = await sql`
    select o.id as "orderId", f.id as "orderFileId", file.file_name as "fileName", l.quantity, l.unit_price_minor as quoted,
      f.file_id as "fileId", f.am_process_id as "amProcessId", f.material_id as "materialId",
      f.finish_id as "finishId", f.color, f.tolerance, f.inspection
    from rfq_match m join quote q on q.match_id = m.id
      join quote_line l on l.quote_id = q.id
      join rfq_order_file f on f.id = l.order_file_id join rfq_order o on o.id = f.order_id
      join stored_file file on file.id = f.original_file_id
    where m.facility_id = ${facilityId} and (${user.cleared} or not ${orderIsControlled})
      and not exists (select from quote later where later.match_id = q.match_id and later.id > q.id)
    order by q.id desc, f.position limit ${mostTested}
  `.execute(db);
  const quoted = z.array(quotedSchema).parse(rows);
  const { currency } = await db
    .selectFrom('facility')
    .select('currency')
    .where('id', '=', facilityId)
    .executeTakeFirstOrThrow();
  const compared = await comparedBy(db, quoted, facilityId, rules);
  const parts = quoted.flatMap(({ orderId, orderFileId, fileName, quantity, quoted: price }, index) => {
    const both = compared[index];
    if (!both) return [];
    const { before, after } = both;
    return {
      ...{ orderId, orderFileId, fileName, quantity },
      ...{ quoted: price, before: before.unitPrice, after: after.unitPrice },
      ...{ reviewBefore: before.manualReview.length > 0, reviewAfter: after.manualReview.length > 0 },
    };
  });
  return { currency, parts, leftOut: quoted.length - parts.length };
}
