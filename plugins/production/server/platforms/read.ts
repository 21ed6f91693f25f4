import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { orderSight } from '@sinter/sdk/contract/orders/orderSight';
import {
  platePieceSchema,
  platformSchema,
  type PlatePiece,
  type Platform,
  type PlatformBuildState,
  type platformContent,
  type readPlatform,
} from '@sinter/sdk/contract/production/platforms';
import { jobStatusSchema, type JobStatus } from '@sinter/sdk/contract/scheduling/jobs';
import { isoTime, storedFiles, type CallContext, type FileReply } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { isCleared } from '../nesting/read.ts';
import { platformFacts, platformJoins } from './list.ts';
import { requireRevision } from './sight.ts';

const mostJobs = 100;

/** What a job's status says of its build, and nothing more. */
const stateOf: Record<JobStatus, PlatformBuildState> = {
  WAITING: 'CREATED',
  QUEUED: 'CREATED',
  IN_PROGRESS: 'BUILDING',
  PAUSED: 'BUILDING',
  COMPLETED: 'BUILT',
  CANCELLED: 'CANCELED',
  FAILED: 'FAILED',
  MERGED: 'MERGED',
};

export async function read(
  context: CallContext,
  { params: { id }, query }: CallArguments<typeof readPlatform>,
): Promise<Platform> {
  const { revision: shown, fileId } = await requireRevision(context, context, id, query.revision);
  const { rows } = await sql<Record<string, unknown>>`
    select ${platformFacts}, shown.box_mm as "boxMm", shown.volume_mm3 as "volumeMm3", shown.height_mm as "shownHeight",
      shown.utilisation as "shownUtilisation", shown.parts as "shownParts", shown.pieces as "shownPieces"
    from platform p join platform_revision r on r.platform_id = p.id and r.revision = p.revision
      join platform_revision shown on shown.platform_id = p.id and shown.revision = ${shown} ${platformJoins}
    where p.id = ${id}
  `.execute(context.db);
  const { rows: revisions } = await sql`
    select r.revision, ${isoTime('r.created_at')} as at, r.pieces, r.height_mm as "heightMm", r.utilisation,
      coalesce(trim(u.first_name || ' ' || u.last_name), '') as by
    from platform_revision r left join app_user u on u.id = r.user_id
    where r.platform_id = ${id} order by r.revision desc
  `.execute(context.db);
  const [row] = rows;
  if (!row) throw new CallError('NOT_FOUND');
  const { shownHeight, shownUtilisation, shownParts, shownPieces, ...facts } = row;
  return platformSchema.parse({
    ...facts,
    ...{ shown, revisions, hasFile: fileId !== null },
    ...{ heightMm: shownHeight, utilisation: shownUtilisation, parts: shownParts, pieces: shownPieces },
    platedParts: await partsOf(context, id, [shown]),
    plate: await piecesOf(context, id, shown),
    jobs: await jobsOf(context, id),
  });
}

/** Parts of these revisions, each with the order that the caller may open. */
export async function partsOf(context: CallContext, id: number, revisions: readonly number[]): Promise<unknown[]> {
  const { rows } = await sql`
    select f.id as "orderFileId", s.file_name as "fileName", f.file_id as "fileId", held.pieces,
      jsonb_build_object('id', mat.id, 'name', mat.name) as material,
      case when facts.min_x_mm is not null then jsonb_build_object(
        'min', jsonb_build_array(facts.min_x_mm, facts.min_y_mm, facts.min_z_mm),
        'size', jsonb_build_array(facts.size_x_mm, facts.size_y_mm, facts.size_z_mm)) end as box,
      case when seen.id is not null
        then jsonb_build_object('id', seen.id, 'name', coalesce(nullif(seen.title, ''), '#' || seen.id)) end as order
    from (select piece.order_file_id, count(*)::int as pieces from platform_piece piece
        where piece.platform_id = ${id} and piece.revision = any(${[...revisions]}::int[]) group by 1) held
      join rfq_order_file f on f.id = held.order_file_id join stored_file s on s.id = f.original_file_id
      join material mat on mat.id = f.material_id left join file_facts facts on facts.file_id = f.file_id
      left join (${context.get(orderSight).seen(context.user)}) seen on seen.id = f.order_id
    order by s.file_name, f.id
  `.execute(context.db);
  return rows;
}

export async function piecesOf({ db }: Pick<CallContext, 'db'>, id: number, revision: number): Promise<PlatePiece[]> {
  const { rows } = await sql`
    select order_file_id as "orderFileId", copy, placement from platform_piece
    where platform_id = ${id} and revision = ${revision} order by order_file_id, copy
  `.execute(db);
  return z.array(platePieceSchema).parse(rows);
}

async function jobsOf(context: CallContext, id: number) {
  const { rows } = await sql<{ status: string }>`
    select j.id, j.job_name as name, j.status, b.revision, ${isoTime('j.from_date')} as from, ${isoTime('j.to_date')} as to
    from platform_build b join job j on j.id = b.job_id
    where b.platform_id = ${id} and (${isCleared(context)} or not exists (
      select from job_file built join rfq_order_file f on f.id = built.order_file_id join rfq_order o on o.id = f.order_id
      where built.job_id = j.id and ${orderIsControlled}))
    order by j.id desc limit ${mostJobs}
  `.execute(context.db);
  return rows.map((job) => ({ ...job, state: stateOf[jobStatusSchema.parse(job.status)] }));
}

export async function content(
  context: CallContext,
  { params: { id, revision } }: CallArguments<typeof platformContent>,
): Promise<FileReply> {
  const { fileId } = await requireRevision(context, context, id, revision);
  const file = fileId === null ? null : await context.get(storedFiles).byId(fileId);
  if (!file || (file.controlled && !isCleared(context))) throw new CallError('NOT_FOUND');
  const { stream, size } = await context.files.read(file.sha256, { controlled: file.controlled });
  const downloadName = `platform-${id}-${revision}.3mf`;
  return { stream, size, contentType: 'model/3mf', downloadName, cache: 'no-store' };
}
