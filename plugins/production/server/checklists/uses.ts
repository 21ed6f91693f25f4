import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { checklistUseSchema, type listChecklistUses } from '@sinter/sdk/contract/production/checklists';
import type { CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { checklistAt, placeOf } from './kind.ts';

const shownAtOnce = 50;
const rowSchema = checklistUseSchema.extend({ at: z.date().transform((at) => at.toISOString()) });

/** The order of `u`, or that of its lot; nothing where it is a job. */
const orderOf = sql`(case when u.gate in ('QUOTE', 'REVIEW', 'SHIP') then u.subject_id
  when u.gate <> 'JOB_START' then (select order_id from lot where id = u.subject_id) end)`;

/** Whether `u` is of something export controlled. */
const controlled = sql`(exists (select from rfq_order o where o.id = ${orderOf} and ${orderIsControlled})
  or u.gate = 'JOB_START' and exists (select from job_file b join rfq_order_file f on f.id = b.order_file_id
    join rfq_order o on o.id = f.order_id where b.job_id = u.subject_id and ${orderIsControlled}))`;

export async function uses(
  context: CallContext,
  { params: { id }, query: { offset } }: CallArguments<typeof listChecklistUses>,
): Promise<CallResult<typeof listChecklistUses>> {
  const { db, facilityId, user } = context;
  await checklistAt(db, placeOf(facilityId, id));
  const seen = sql`u.checklist_id = ${id} and (${user.cleared} or not ${controlled})`;
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql`
      select u.gate, u.subject_id as "subjectId", u.position, u.version, u.begun_at as at,
        coalesce(case when u.gate in ('QUOTE', 'REVIEW', 'SHIP')
            then (select coalesce(nullif(display_title, ''), '#' || id) from rfq_order where id = u.subject_id)
          when u.gate = 'JOB_START' then (select job_name from job where id = u.subject_id) end,
          u.subject_id::text) as subject,
        coalesce((select trim(first_name || ' ' || last_name) from app_user where id = u.begun_by), '') as by,
        (select count(*)::int from (select distinct on (item) value from checklist_answer
          where use_id = u.id order by item, id desc) a where a.value is not null) as answered,
        jsonb_array_length(v.items) as items,
        (select jsonb_build_object('reason', o.reason, 'at', o.created_at,
            'by', coalesce((select trim(first_name || ' ' || last_name) from app_user where id = o.user_id), ''))
          from checklist_override o where o.use_id = u.id order by o.id desc limit 1) as override
      from checklist_use u join checklist_version v on v.checklist_id = u.checklist_id and v.version = u.version
      where ${seen} order by u.id desc limit ${shownAtOnce} offset ${offset}
    `.execute(db),
    sql<{ total: number }>`select count(*)::int as total from checklist_use u where ${seen}`.execute(db),
  ]);
  return { uses: z.array(rowSchema).parse(rows), total: counted[0]?.total ?? 0 };
}
