import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { legacyStepSchema, type listLegacySteps } from '@sinter/sdk/contract/production/legacy';
import type { CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';

const time = z.date().nullable();
const rowSchema = legacyStepSchema.extend({ startedAt: time, finishedAt: time });

const pattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

export async function list(
  { db, facilityId, user }: CallContext,
  { query: { text, from, to, page, size } }: CallArguments<typeof listLegacySteps>,
): Promise<CallResult<typeof listLegacySteps>> {
  const found = sql`
    from lot_step s join lot l on l.id = s.lot_id join rfq_order o on o.id = l.order_id
      join rfq_order_file f on f.id = l.order_file_id join stored_file file on file.id = f.original_file_id
    where s.facility_id = ${facilityId} and s.source = 'LEGACY' and (${user.cleared} or not ${orderIsControlled})
      and (${from ?? null}::date is null or s.started_at >= ${from ?? null}::date)
      and (${to ?? null}::date is null or s.started_at < ${to ?? null}::date + 1)
      and (${text} = '' or '#' || o.id = ${text} or o.id::text = ${text} or concat_ws(' ', o.display_title, file.file_name,
        s.name, s.operator, s.notes) ilike ${pattern(text)})`;
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql`
      select s.lot_id as "lotId", s.position, l.order_id as "orderId",
        coalesce(nullif(o.display_title, ''), '#' || o.id) as "orderTitle", file.file_name as part, s.name as step,
        s.operator, s.started_at as "startedAt", s.finished_at as "finishedAt", s.received as quantity, s.good, s.scrap,
        s.notes
      ${found} order by s.started_at desc nulls last, s.lot_id, s.position limit ${size} offset ${page * size}
    `.execute(db),
    sql<{ total: number }>`select count(*)::int as total ${found}`.execute(db),
  ]);
  const steps = z.array(rowSchema).parse(rows);
  return {
    steps: steps.map((step) => ({
      ...step,
      startedAt: step.startedAt?.toISOString() ?? null,
      finishedAt: step.finishedAt?.toISOString() ?? null,
    })),
    total: counted[0]?.total ?? 0,
  };
}
