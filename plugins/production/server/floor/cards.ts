import type { CallArguments } from '@sinter/sdk/contract/call';
import {
  stepStatusSchema,
  type FloorCard,
  type FloorList,
  type listCards,
  type readBoard,
} from '@sinter/sdk/contract/production/lots';
import type { CallReply } from '@sinter/sdk/contract/call';
import { stepKindSchema } from '@sinter/sdk/contract/production/mes';
import { tagIdsOf } from '@sinter/sdk/contract/tagIds';
import type { CallContext } from '@sinter/sdk/server';
import { sql, type RawBuilder } from 'kysely';
import * as z from 'zod';
import { lotColumns, lotFacts, lotJoins, lotRowSchema, partsOf, seenLots } from './rows.ts';
import { floorSettings } from './settings.ts';
import { hasTags } from './tags.ts';
import { openStatuses } from '../../shared/steps/transitions.ts';

const onBoard = 20;
const onPage = 50;

const cardSchema = lotRowSchema.extend({
  position: z.number(),
  step: z.string(),
  kind: stepKindSchema,
  workCenter: z.string(),
  status: stepStatusSchema,
  open: z.number(),
  received: z.number(),
  since: z.date(),
  startedBy: z.string(),
});

const cardColumns = (
  context: CallContext,
) => sql`${lotColumns(context)}, s.position, s.name as step, s.kind, s.work_center as "workCenter", s.status,
  s.received - s.good - s.scrap - s.rework - s.moved as open, s.received, s.since,
  coalesce(trim(u.first_name || ' ' || u.last_name), '') as "startedBy"`;
const cardJoins = sql`join lot l on l.id = s.lot_id ${lotJoins} left join app_user u on u.id = s.started_by`;

/** Which steps stand on the floor. Builds that nobody has released yet wait in the schedule. */
const isOpen = sql`s.status = any(${[...openStatuses]})`;
const dueAt = sql`coalesce(m.promised_at, o.estimated_delivery_date)`;
const isLate = sql`${dueAt} < now()`;
/** Urgent ones first. */
const urgency = sql`l.expedited_at nulls last, m.priority_label_id nulls last, ${dueAt} nulls last, s.since, l.id`;

async function cardsOf(context: CallContext, found: readonly unknown[]): Promise<FloorCard[]> {
  const rows = z.array(cardSchema).parse(found);
  const files = await partsOf(context, rows);
  const now = Date.now();
  return rows.map(({ position, step, kind, workCenter, status, open, received, since, startedBy, ...row }) => ({
    ...lotFacts(context, row, files.get(row.orderFileId)),
    position,
    step,
    kind,
    workCenter,
    status,
    open,
    received,
    since: since.toISOString(),
    startedBy,
    late: row.dueAt !== null && row.dueAt.getTime() < now,
  }));
}

interface Sums {
  workCenter: string;
  lots: number;
  pieces: number;
  late: number;
}

export async function board(context: CallContext): Promise<CallReply<typeof readBoard>> {
  const { db, facilityId } = context;
  const { workCenters } = await floorSettings(context, db, facilityId);
  const [{ rows: sums }, { rows: found }] = await Promise.all([
    sql<Sums>`
      select s.work_center as "workCenter", count(*)::int as lots,
        sum(s.received - s.good - s.scrap - s.rework - s.moved)::int as pieces,
        count(*) filter (where ${isLate})::int as late
      from lot_step s join lot l on l.id = s.lot_id join rfq_order o on o.id = l.order_id
        join rfq_match m on m.order_id = l.order_id and m.facility_id = l.facility_id
      where s.facility_id = ${facilityId} and ${isOpen} and ${seenLots(context)} group by s.work_center
    `.execute(db),
    sql`
      select each.* from unnest(${workCenters.map(({ key }) => key)}::text[]) center
        cross join lateral (
          select ${cardColumns(context)} from lot_step s ${cardJoins}
          where s.facility_id = ${facilityId} and s.work_center = center and ${isOpen} and ${seenLots(context)}
          order by ${urgency} limit ${onBoard}
        ) each
    `.execute(db),
  ]);
  const cards = await cardsOf(context, found);
  return {
    centers: workCenters.map(({ key, name, kind, limit, blocks }) => {
      const sum = sums.find(({ workCenter }) => workCenter === key);
      return {
        key,
        name,
        kind,
        limit,
        blocks,
        lots: sum?.lots ?? 0,
        pieces: sum?.pieces ?? 0,
        late: sum?.late ?? 0,
        cards: cards.filter(({ workCenter }) => workCenter === key),
      };
    }),
  };
}

export async function list(context: CallContext, { query }: CallArguments<typeof listCards>) {
  const ofTags = query.tagIds ? sql`and ${await hasTags(context, tagIdsOf(query.tagIds))}` : sql``;
  const where = sql`s.facility_id = ${context.facilityId} and ${listed(context, query.list)} and ${seenLots(context)}
    and (${query.workCenter ?? null}::text is null or s.work_center = ${query.workCenter ?? null})
    and (${query.late !== 'true'} or ${isLate}) and ${matches(query.text)} ${ofTags}`;
  const order = query.list === 'RECENT' ? sql`s.finished_at desc, l.id` : urgency;
  return pageOf(context, where, order, query.offset);
}

/** Lots at a step of the catalogue, the next ones first. `wanted`: over the joins of cards. */
export const cardsAt = (context: CallContext, step: string, wanted: RawBuilder<unknown>, offset: number) =>
  pageOf(
    context,
    sql`s.facility_id = ${context.facilityId} and s.step = ${step} and ${isOpen} and ${wanted}`,
    urgency,
    offset,
  );

async function pageOf(
  context: CallContext,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  offset: number,
): Promise<{ cards: FloorCard[]; total: number }> {
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql`
      select ${cardColumns(context)} from lot_step s ${cardJoins} where ${where}
      order by ${order} limit ${onPage} offset ${offset}
    `.execute(context.db),
    sql<{ total: number }>`select count(*)::int as total from lot_step s ${cardJoins} where ${where}`.execute(
      context.db,
    ),
  ]);
  return { cards: await cardsOf(context, rows), total: counted[0]?.total ?? 0 };
}

const month = sql`now() - interval '30 days'`;

function listed({ user }: CallContext, list: FloorList): RawBuilder<unknown> {
  switch (list) {
    case 'OPEN':
      return isOpen;
    case 'MINE':
      return sql`s.started_by = ${user.userId} and s.status in ('IN_PROGRESS', 'PAUSED')`;
    case 'ACTIVE':
      return sql`s.status in ('IN_PROGRESS', 'PAUSED')`;
    case 'RECENT':
      return sql`s.finished_at > ${month}`;
  }
}

/** In what people know a lot by. */
function matches(text: string): RawBuilder<unknown> {
  if (text === '') return sql`true`;
  const number = /^#?(\d{1,15})$/.exec(text)?.[1];
  const like = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  return sql`(l.id = ${number ?? null}::bigint or l.order_id = ${number ?? null}::bigint or o.display_title ilike ${like}
    or l.number ilike ${like} or j.job_name ilike ${like} or exists (
      select from rfq_order_file f join stored_file part on part.id = f.original_file_id
      where f.id = l.order_file_id and part.file_name ilike ${like}))`;
}
