import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import type { trayModels } from '@sinter/sdk/contract/grabcad/tray';
import { fileTickets, type CallContext, type Work } from '@sinter/sdk/server';
import { orderProduction } from '@sinter/sdk/contract/orders/production';
import { sql } from 'kysely';
import { say } from './texts.ts';

type Wanted = CallArguments<typeof trayModels>['body'];

interface Part {
  orderFileId: number;
  orderId: number;
  fileId: number;
  fileName: string;
  sha256: string;
  size: number;
  free: number;
}

/** Single-use addresses for parts of awarded orders, at most as many of each as are left to schedule. */
export async function handOut(context: CallContext, wanted: Wanted): Promise<CallResult<typeof trayModels>> {
  const ids = wanted.files.map((file) => file.orderFileId);
  const ownJobId = wanted.jobId ?? null;
  return context.write(async (unit) => {
    if (ownJobId !== null) await requireQueued(context, unit, ownJobId);
    await context.get(orderProduction).requireAwarded(unit, context.facilityId, ids);
    const { rows } = await sql<Part>`
      select f.id as "orderFileId", f.order_id as "orderId", s.id as "fileId", original.file_name as "fileName",
        s.sha256, s.size, f.quantity + f.remake_quantity - f.scheduled + coalesce(own.quantity, 0) as free
      from rfq_order_file f
        left join job_file own on own.order_file_id = f.id and own.job_id = ${ownJobId}
        join stored_file s on s.id = f.file_id
        join stored_file original on original.id = f.original_file_id
      where f.id = any(${ids})
    `.execute(unit.db);
    const models = await Promise.all(
      wanted.files.map(async ({ orderFileId, quantity }) => {
        const part = rows.find((row) => row.orderFileId === orderFileId);
        if (!part) throw new CallError('NOT_FOUND');
        const url = await context.get(fileTickets).once(context, part.fileId);
        if (quantity > part.free) {
          const left = Math.max(part.free, 0);
          throw new CallError('OVER_ALLOCATED', say('partsLeft', { left, name: part.fileName }), {
            free: left,
          });
        }
        return {
          fileId: orderFileId,
          orderId: part.orderId,
          fileName: part.fileName,
          ext: 'stl',
          quantity,
          units: 'MM' as const,
          sha256: part.sha256,
          size: part.size,
          url,
        };
      }),
    );
    return { models };
  });
}

async function requireQueued(context: CallContext, unit: Work, jobId: number): Promise<void> {
  const job = await unit.db
    .selectFrom('job')
    .select('status')
    .where('id', '=', jobId)
    .where('facility_id', '=', context.facilityId)
    .executeTakeFirst();
  if (!job) throw new CallError('NOT_FOUND');
  if (job.status !== 'QUEUED') throw new CallError('JOB_NOT_QUEUED');
}
