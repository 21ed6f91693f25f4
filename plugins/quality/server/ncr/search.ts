import type { CallArguments, CallReply } from '@sinter/sdk/contract/call';
import { mostCounted, type NcrFilter, type searchNcrs } from '@sinter/sdk/contract/quality/ncrs';
import type { QualitySettings } from '@sinter/sdk/contract/quality/settings';
import type { CallContext } from '@sinter/sdk/server';
import { sql, type RawBuilder } from 'kysely';
import * as z from 'zod';
import { qualitySettings, withBelow } from '../settings.ts';
import { containmentOf, isOpen, lineColumns, lineOf, lineRowSchema, seenNcrs } from './lines.ts';
import { hasTags } from './tags.ts';

const shortest = 3;
/** What holds a text somewhere, for `ilike`. */
export const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Of the record as it is seen from the process, or from the part. */
export const inView = (view: NcrFilter['view']): RawBuilder<boolean> =>
  view === 'PART'
    ? sql`n.order_id is not null`
    : sql`(n.job_id is not null or n.equipment_id is not null or n.position is not null or n.batch <> '' or n.order_id is null)`;

/** What each filter asks of `n`; only those that ask something. */
async function conditions(
  context: CallContext,
  filter: NcrFilter,
  { defects }: QualitySettings,
): Promise<RawBuilder<unknown>> {
  const { userId } = context.user;
  const among = (column: RawBuilder<unknown>, list: readonly string[]) =>
    list.length === 0 ? [] : [sql`${column} = any(${[...list]}::text[])`];
  const is = (column: RawBuilder<unknown>, id: number | null) => (id === null ? [] : [sql`${column} = ${id}`]);
  return sql.join(
    [
      seenNcrs(context),
      inView(filter.view),
      ...among(sql`n.status`, filter.statuses),
      ...among(sql`n.severity`, filter.severities),
      ...among(sql`n.type`, filter.types),
      ...among(sql`n.source`, filter.sources),
      ...among(containmentOf, filter.containment),
      ...is(sql`n.assignee_id`, filter.assigneeId),
      ...is(sql`n.order_id`, filter.orderId),
      ...is(sql`n.equipment_id`, filter.equipmentId),
      ...(filter.defectId === null ? [] : [sql`n.defect_id = any(${withBelow(defects, filter.defectId)}::int[])`]),
      ...(filter.tagIds.length === 0 ? [] : [await hasTags(context, filter.tagIds)]),
      ...(filter.mine ? [sql`(n.assignee_id = ${userId} or n.created_by = ${userId})`] : []),
      ...(filter.overdue ? [sql`${isOpen} and n.due_at < now()`] : []),
      ...(filter.text.length < shortest ? [] : [sql`n.search_text ilike ${containing(filter.text)}`]),
    ],
    sql` and `,
  );
}

const sorts = {
  createdAt: sql`n.created_at`,
  number: sql`n.number`,
  dueAt: sql`n.due_at`,
  status: sql`array_position(array['OPEN', 'IN_REVIEW', 'DISPOSITIONED', 'CLOSED', 'VOID'], n.status)`,
  affectedQuantity: sql`n.affected_quantity`,
};

export async function search(
  context: CallContext,
  { body }: CallArguments<typeof searchNcrs>,
): Promise<CallReply<typeof searchNcrs>> {
  const { db, facilityId } = context;
  const settings = await qualitySettings(context, db, facilityId);
  const wanted = await conditions(context, body, settings);
  // Worst is first in the settings, and last when it ascends.
  const worst = settings.severities.map(({ key }) => key).reverse();
  const by =
    body.sort === 'severity' ? sql`coalesce(array_position(${worst}::text[], n.severity), 0)` : sorts[body.sort];
  const direction = body.descending ? sql`desc` : sql`asc`;
  // An index is read backwards as it is: only what can be absent goes to the end.
  const last = body.sort === 'dueAt' ? sql` nulls last` : sql``;
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql`
      with found as materialized (
        select n.id, row_number() over () as place from (
          select n.id from ncr n where ${wanted}
          order by ${by} ${direction}${last}, n.id ${direction} limit ${body.size} offset ${body.page * body.size}) n
      )
      select ${lineColumns(context)} from found join ncr n on n.id = found.id order by found.place
    `.execute(db),
    sql<{ count: number }>`
      select count(*)::int as count from (select from ncr n where ${wanted} limit ${mostCounted + 1}) counted
    `.execute(db),
  ]);
  const total = counted[0]?.count ?? 0;
  return {
    ncrs: z
      .array(lineRowSchema)
      .parse(rows)
      .map((row) => lineOf(row, settings.defects)),
    total: Math.min(total, mostCounted),
    more: total > mostCounted,
  };
}
