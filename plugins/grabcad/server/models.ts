import { createHash, randomBytes } from 'node:crypto';
import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import type { trayModels } from '@sinter/sdk/contract/grabcad/tray';
import { storedFiles, type CallContext, type FileReply, type Work } from '@sinter/sdk/server';
import { orderProduction } from '@sinter/sdk/contract/orders/production';
import { sql } from 'kysely';
import type { GrabcadTables } from './tables.ts';
import { say } from './texts.ts';

type Wanted = CallArguments<typeof trayModels>['body'];

const lifetimeMs = 5 * 60_000;
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

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
    const db = unit.db.withTables<GrabcadTables>();
    await db.deleteFrom('tray_model_token').where('expires_at', '<', new Date()).execute();

    const models = await Promise.all(
      wanted.files.map(async ({ orderFileId, quantity }) => {
        const part = rows.find((row) => row.orderFileId === orderFileId);
        if (!part) throw new CallError('NOT_FOUND');
        // The right to the file is checked now; the token is that right, for five minutes and one use.
        const { controlled } = await context.get(storedFiles).require(context.user, part.fileId);
        if (quantity > part.free) {
          const left = Math.max(part.free, 0);
          throw new CallError('OVER_ALLOCATED', say('partsLeft', { left, name: part.fileName }), {
            free: left,
          });
        }
        if (controlled) {
          const object = { objectKind: 'FILE', objectId: String(part.fileId) };
          await unit.audit({ action: 'file.controlled_read', ...object });
        }
        const token = randomBytes(32).toString('base64url');
        await db
          .insertInto('tray_model_token')
          .values({ token_hash: hashOf(token), file_id: part.fileId, expires_at: new Date(Date.now() + lifetimeMs) })
          .execute();
        return {
          fileId: orderFileId,
          orderId: part.orderId,
          fileName: part.fileName,
          ext: 'stl',
          quantity,
          units: 'MM' as const,
          sha256: part.sha256,
          size: part.size,
          url: `${context.origin}/api/v1/grabcad/models/${token}`,
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

export async function modelContent(context: CallContext, token: string): Promise<FileReply> {
  const used = await context.db
    .withTables<GrabcadTables>()
    .deleteFrom('tray_model_token')
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', new Date())
    .returning('file_id')
    .executeTakeFirst();
  const file = used && (await context.get(storedFiles).byId(used.file_id));
  if (!file) throw new CallError('NOT_FOUND', say('addressUsed'));
  const { stream, size } = await context.files.read(file.sha256, { controlled: file.controlled });
  return { stream, size, contentType: 'model/stl', downloadName: file.fileName, cache: 'no-store' };
}
