import { CallError } from '@sinter/sdk/contract';
import type { MagicsPart } from '@sinter/sdk/contract/integrations/magics';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { orderSight } from '@sinter/sdk/contract/orders/orderSight';
import { fileTickets, type CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';

const partSchema = z.object({
  rfqFileId: z.number(),
  orderId: z.number(),
  fileId: z.number(),
  fileName: z.string(),
  quantity: z.number(),
  sha256: z.string(),
  size: z.number(),
  controlled: z.boolean(),
});
type Part = z.infer<typeof partSchema>;

/**
 * Parts of orders that the caller may open, with the pieces left to schedule, or all where none is left; those of a job with its
 * own pieces. Throws NOT_FOUND unless every one is there.
 */
export async function partsOf(
  context: CallContext,
  wanted: { ids: readonly number[] } | { jobId: number },
): Promise<Part[]> {
  const of =
    'ids' in wanted
      ? sql`select f.id, coalesce(nullif(greatest(f.quantity + f.remake_quantity - f.scheduled, 0), 0), f.quantity) as pieces,
          f.position as place from rfq_order_file f where f.id = any(${[...wanted.ids]}::bigint[])`
      : sql`select held.order_file_id as id, held.quantity as pieces, held.order_file_id as place
          from job_file held join job j on j.id = held.job_id
          where j.id = ${wanted.jobId} and j.facility_id = ${context.facilityId}`;
  const { rows } = await sql`
    select f.id as "rfqFileId", f.order_id as "orderId", s.id as "fileId", original.file_name as "fileName",
      wanted.pieces as quantity, s.sha256, s.size, (s.controlled or ${orderIsControlled}) as controlled, seen.id is not null as seen
    from (${of}) wanted join rfq_order_file f on f.id = wanted.id join rfq_order o on o.id = f.order_id
      join stored_file s on s.id = f.file_id join stored_file original on original.id = f.original_file_id
      left join (${context.get(orderSight).seen(context.user)}) seen on seen.id = f.order_id
    order by f.order_id, wanted.place, f.id
  `.execute(context.db);
  const parts = z.array(partSchema.extend({ seen: z.boolean() })).parse(rows);
  const missing = 'ids' in wanted ? parts.length < wanted.ids.length : parts.length === 0;
  if (missing || parts.some(({ seen }) => !seen)) throw new CallError('NOT_FOUND');
  return parts;
}

/** Throws EXPORT_CONTROLLED for a part that the caller is not cleared for. */
export const withAddresses = (context: CallContext, parts: readonly Part[]): Promise<MagicsPart[]> =>
  Promise.all(
    parts.map(async ({ fileId, rfqFileId, orderId, fileName, quantity, sha256, size }) => ({
      ...{ rfqFileId, orderId, fileName, quantity, sha256, size },
      url: await context.get(fileTickets).once(context, fileId),
    })),
  );
