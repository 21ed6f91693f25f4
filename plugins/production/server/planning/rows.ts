import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallReply } from '@sinter/sdk/contract/call';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { statusGroups } from '@sinter/sdk/contract/orders/orders';
import {
  plannedBuildSchema,
  plannedPieceSchema,
  type listPlannedBuilds,
  type PlannedBuild,
  type PlannedDetail,
  type readPlannedBuild,
} from '@sinter/sdk/contract/production/planning';
import { isoTime, type CallContext } from '@sinter/sdk/server';
import { sql, type RawBuilder } from 'kysely';
import * as z from 'zod';
import { isCleared } from '../nesting/read.ts';
import { lastChange } from './lastChange.ts';

const mostEnded = 20;
type Db = Pick<CallContext, 'db'>;

/** Whether planned build `b` holds parts of an export-controlled order now. */
export const holdsNow = sql<boolean>`exists (
  select 1 from planned_piece held join rfq_order_file f on f.id = held.order_file_id join rfq_order o on o.id = f.order_id
  where held.build_id = b.id and ${orderIsControlled})`;
/** The same; or it held them when it ended. */
export const holdsControlled = sql<boolean>`(b.controlled or ${holdsNow})`;

/** Of the caller's facility, and nothing that is kept from them. */
export const seenBuilds = (context: CallContext): RawBuilder<boolean> => sql`
  b.facility_id = ${context.facilityId} and (${isCleared(context)} or not ${holdsControlled})`;

/** Pieces of order file `f` that no job has: none where the facility has lost its order. Over `m`, its match. */
export const notScheduled = sql<number>`(case when m.status = any(${[...statusGroups.AWARDED]})
  then greatest(f.quantity + f.remake_quantity - f.scheduled, 0) else 0 end)`;
/** Pieces of order file `f` in all builds that are being planned. */
export const heldOfFile = sql<number>`(
  select coalesce(sum(each.quantity), 0)::int from planned_piece each where each.order_file_id = f.id)`;
export const dueAt = sql`coalesce(m.promised_at, o.estimated_delivery_date)`;

async function found({ db }: Db, context: CallContext, which: RawBuilder<unknown>): Promise<PlannedBuild[]> {
  const { rows } = await sql`
    select b.id, b.name, b.status, b.locked, b.version,
      jsonb_build_object('id', e.id, 'name', e.display_name) as machine,
      jsonb_build_object('id', p.id, 'name', p.name) as process,
      jsonb_build_object('id', mat.id, 'name', mat.name) as material,
      held.parts, held.pieces, held.short, ${isoTime('held.due')} as "dueAt", coalesce(held.due < now(), false) as late,
      case when b.nesting_id is not null and b.utilisation is not null then jsonb_build_object(
        'nestingId', b.nesting_id, 'current', b.arranged_content = b.content, 'placed', b.placed, 'unplaced', b.unplaced,
        'utilisation', b.utilisation, 'heightMm', b.height_mm, 'hours', b.hours, 'grams', b.grams) end as arrangement,
      case when n.id is not null then jsonb_build_object(
        'nestingId', n.id, 'state', n.state, 'share', n.share, 'mine', n.user_id = ${context.user.userId},
        'failure', n.failure, 'secondsLeft', case when n.state = 'WAITING' and n.share > 0.02
          then ceil(extract(epoch from now() - n.begun_at) * (1 - n.share) / n.share)::int end) end as arranging,
      case when j.id is not null then jsonb_build_object('id', j.id, 'name', j.job_name) end as job,
      b.merged_into_id as "mergedIntoId", ${isoTime('b.changed_at')} as "changedAt",
      coalesce(trim(u.first_name || ' ' || u.last_name), '') as "changedBy"
    from planned_build b join equipment e on e.id = b.equipment_id join am_process p on p.id = b.am_process_id
      join material mat on mat.id = b.material_id left join nesting n on n.id = b.asked_nesting_id
      left join job j on j.id = b.job_id left join app_user u on u.id = b.changed_by
      cross join lateral (
        select count(*)::int as parts, coalesce(sum(piece.quantity), 0)::int as pieces, min(${dueAt}) as due,
          coalesce(sum(least(piece.quantity, greatest(${heldOfFile} - ${notScheduled}, 0))), 0)::int as short
        from planned_piece piece join rfq_order_file f on f.id = piece.order_file_id
          join rfq_order o on o.id = f.order_id
          join rfq_match m on m.order_id = f.order_id and m.facility_id = b.facility_id
        where piece.build_id = b.id
      ) held
    where ${seenBuilds(context)} and ${which}
  `.execute(db);
  return z.array(plannedBuildSchema).parse(rows);
}

export async function list(context: CallContext): Promise<CallReply<typeof listPlannedBuilds>> {
  const [builds, ended, undo] = await Promise.all([
    found(context, context, sql`b.status = 'DRAFT' order by b.id`),
    found(context, context, sql`b.status <> 'DRAFT' order by b.changed_at desc limit ${mostEnded}`),
    lastChange(context),
  ]);
  return { builds, ended, undo };
}

export const read = (context: CallContext, { params: { id } }: CallArguments<typeof readPlannedBuild>) =>
  detailOf(context, context, id);

/** Throws NOT_FOUND. */
export async function detailOf(unit: Db, context: CallContext, id: number): Promise<PlannedDetail> {
  const [build] = await found(unit, context, sql`b.id = ${id}`);
  if (!build) throw new CallError('NOT_FOUND');
  const { rows } = await sql`
    select f.id as "orderFileId", o.id as "orderId", coalesce(nullif(o.display_title, ''), '#' || o.id) as "orderTitle", s.file_name as "fileName",
      f.file_id as "fileId", ${isoTime('dates.due')} as "dueAt", piece.quantity, ${notScheduled} - ${heldOfFile} as free,
      coalesce(item.unplaced, 0) as unplaced, item.why
    from planned_piece piece join planned_build b on b.id = piece.build_id
      join rfq_order_file f on f.id = piece.order_file_id join stored_file s on s.id = f.original_file_id
      join rfq_order o on o.id = f.order_id
      join rfq_match m on m.order_id = f.order_id and m.facility_id = b.facility_id
      cross join lateral (select ${dueAt} as due) dates
      left join nesting_item item on item.nesting_id = b.nesting_id and item.order_file_id = f.id
    where b.id = ${id} order by dates.due nulls last, s.file_name, f.id
  `.execute(unit.db);
  return { ...build, items: z.array(plannedPieceSchema).parse(rows) };
}
