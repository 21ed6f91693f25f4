import type { PlanningChange } from '@sinter/sdk/contract/production/planning';
import type { CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';

const keptHours = 12;

export const changeRow = z.object({
  id: z.number(),
  what: z.enum(['CREATE', 'EDIT', 'PIECES', 'SPLIT', 'MOVE', 'MERGE', 'LOCK', 'UNLOCK', 'DISCARD']),
  name: z.string(),
  builds: z.array(
    z.object({
      id: z.number(),
      after: z.number(),
      before: z
        .object({
          name: z.string(),
          equipmentId: z.number(),
          status: z.enum(['DRAFT', 'MERGED', 'DISCARDED']),
          locked: z.boolean(),
          pieces: z.array(z.tuple([z.number(), z.number()])),
        })
        .nullable(),
    }),
  ),
});

/** The caller's last one, as long as nobody has changed its builds since. */
async function lastOf({ db, facilityId, user }: CallContext): Promise<z.infer<typeof changeRow> | null> {
  const { rows } = await sql`
    select c.id, c.what, c.name, c.builds from (
      select * from planning_change
      where facility_id = ${facilityId} and user_id = ${user.userId} order by id desc limit 1
    ) c
    where c.created_at > now() - make_interval(hours => ${keptHours}) and not exists (
      select from jsonb_to_recordset(c.builds) as was(id bigint, after int)
        left join planned_build b on b.id = was.id and b.version = was.after and b.status <> 'SCHEDULED'
      where b.id is null)
  `.execute(db);
  const [row] = z.array(changeRow).parse(rows);
  return row ?? null;
}

export async function lastChange(context: CallContext): Promise<PlanningChange | null> {
  const last = await lastOf(context);
  return last && { id: last.id, what: last.what, name: last.name };
}
