import { CallError } from '@sinter/sdk/contract';
import { buildObjectsSchema, type BuildObject, type BuildObjects } from '@sinter/sdk/contract/production/outcome';
import { isoTime, type CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { floorSettings } from '../floor/settings.ts';
import { opensFiles } from '../floor/rows.ts';
import { isCleared } from '../nesting/read.ts';
import { plateOfJob } from '../platforms/plateOfJob.ts';
import { buildOf, copiesOfJobs } from './build.ts';
import { keyOf } from './copies.ts';
import { makersOf } from './lineage.ts';
import { seenFromAbove, type Box } from './outline.ts';

const markSchema = z.object({
  id: z.number(),
  orderFileId: z.number(),
  copy: z.number(),
  outcome: z.enum(['GOOD', 'FAILED']).nullable(),
  reason: z.string(),
  source: z.enum(['OPERATOR', 'MACHINE', 'END']),
  by: z.string(),
  device: z.string(),
  at: z.string(),
});
type Mark = z.infer<typeof markSchema>;

const partSchema = z.object({
  orderFileId: z.number(),
  orderId: z.number(),
  part: z.string(),
  fileId: z.number(),
  lotId: z.number().nullable(),
  quantity: z.number(),
  size: z.tuple([z.number(), z.number(), z.number()]).nullable(),
  least: z.tuple([z.number(), z.number(), z.number()]).nullable(),
});
type Part = z.infer<typeof partSchema>;

/** Throws NOT_FOUND. */
export async function objectsOf(context: CallContext, jobId: number, placements: boolean): Promise<BuildObjects> {
  const { db, facilityId } = context;
  const build = await buildOf(db, facilityId, jobId);
  if (!build || (build.controlled && !isCleared(context))) throw new CallError('NOT_FOUND');
  const [parts, marks, plate, copies, makers, settings] = await Promise.all([
    partsOf(context, jobId),
    marksOf(context, jobId),
    plateOfJob(db, jobId),
    copiesOfJobs(db, [jobId]),
    makersOf(db, jobId),
    floorSettings(context, db, facilityId),
  ]);
  const placed = new Map(plate?.pieces.map((piece) => [keyOf(piece.orderFileId, piece.copy), piece.placement]));
  const shows = placements && opensFiles(context);
  const known = new Map(marks.map((mark) => [keyOf(mark.orderFileId, mark.copy), mark]));
  const objects = parts.flatMap((part) =>
    [...(copies.get(keyOf(jobId, part.orderFileId)) ?? [])].map((copy): BuildObject => {
      const key = keyOf(part.orderFileId, copy);
      const placement = placed.get(key);
      const box = boxOf(part);
      const seen = placement && box ? seenFromAbove(box, placement) : { outline: null, heightMm: null };
      return {
        ...{ orderFileId: part.orderFileId, copy, ...seen, placement: shows ? (placement ?? null) : null },
        ...toldOf(known.get(key)),
        remadeBy: makers.get(key) ?? null,
      };
    }),
  );
  const count = (orderFileId: number, outcome: BuildObject['outcome']) =>
    objects.filter((each) => each.orderFileId === orderFileId && each.outcome === outcome).length;
  return buildObjectsSchema.parse({
    ...{ jobId, jobName: build.jobName, machine: build.machine, status: build.status },
    mayMark: build.status === 'IN_PROGRESS' || build.status === 'PAUSED',
    version: Math.max(0, ...marks.map(({ id }) => id)),
    boxMm: plate?.boxMm ?? null,
    reasons: settings.scrapReasons,
    parts: parts.map(({ size: _size, least: _least, fileId, ...part }) => ({
      ...part,
      fileId: opensFiles(context) ? fileId : null,
      good: count(part.orderFileId, 'GOOD'),
      failed: count(part.orderFileId, 'FAILED'),
    })),
    objects,
  });
}

const boxOf = ({ size, least }: Part): Box | null => size && least && { size, least };

function toldOf(mark: Mark | undefined): Pick<BuildObject, 'outcome' | 'reason' | 'source' | 'by' | 'device' | 'at'> {
  if (!mark?.outcome) return { outcome: null, reason: '', source: null, by: '', device: '', at: null };
  const { outcome, reason, source, by, device, at } = mark;
  return { outcome, reason, source, by, device, at };
}

async function marksOf({ db }: CallContext, jobId: number): Promise<Mark[]> {
  const { rows } = await sql`
    select distinct on (mark.order_file_id, mark.copy) mark.id, mark.order_file_id as "orderFileId", mark.copy, mark.outcome,
      mark.reason, mark.source, mark.device, ${isoTime('mark.created_at')} as at,
      coalesce(trim(u.first_name || ' ' || u.last_name), '') as by
    from object_mark mark left join app_user u on u.id = mark.user_id
    where mark.job_id = ${jobId} order by mark.order_file_id, mark.copy, mark.id desc
  `.execute(db);
  return z.array(markSchema).parse(rows);
}

async function partsOf({ db }: CallContext, jobId: number): Promise<Part[]> {
  const { rows } = await sql`
    select f.id as "orderFileId", f.order_id as "orderId", s.file_name as part, f.file_id as "fileId",
      min((select min(l.id) from lot l where l.job_file_id = built.id)) as "lotId", sum(built.quantity)::int as quantity,
      case when facts.file_id is not null then array[facts.size_x_mm, facts.size_y_mm, facts.size_z_mm] end as size,
      case when facts.min_x_mm is not null then array[facts.min_x_mm, facts.min_y_mm, facts.min_z_mm] end as least
    from job_file built join rfq_order_file f on f.id = built.order_file_id
      join stored_file s on s.id = f.original_file_id
      left join file_facts facts on facts.file_id = f.file_id
    where built.job_id = ${jobId} group by f.id, s.file_name, facts.file_id order by min(built.id)
  `.execute(db);
  return z.array(partSchema).parse(rows);
}
