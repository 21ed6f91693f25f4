import { defineJob, type Services, type Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { tellDue, type Due } from './notices.ts';

/** Runs each day on which somebody is to be reminded of a corrective action. */
export const capaClock = defineJob({
  name: 'quality.capaClock',
  payload: z.object({ capaId: z.number().int() }),
  lane: 'light',
  maxAttempts: 25,
});

/** What is due of an open action: tasks that are not done, the whole, and the look at its effect. Days are those of UTC. */
async function dueOf(unit: Work, capaId: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select 'task' as kind, k.id as "subjectId", k.owner_id as "userId", c.facility_id as "facilityId", k.due_on::text as on
    from capa c join capa_task k on k.capa_id = c.id
    where c.id = ${capaId} and c.status <> 'CLOSED' and k.done_at is null and k.owner_id is not null and k.due_on is not null
    union all
    select 'capa', c.id, c.owner_id, c.facility_id, c.due_on::text from capa c
    where c.id = ${capaId} and c.status <> 'CLOSED' and c.owner_id is not null and c.due_on is not null
    union all
    select 'check', c.id, c.owner_id, c.facility_id, c.check_on::text from capa c
    where c.id = ${capaId} and c.status = 'VERIFICATION' and c.owner_id is not null and c.check_on is not null
  `.execute(unit.db);
  return rows;
}

const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** Asks to be called on the next day on which something is due. */
export async function followClock(unit: Work, capaId: number): Promise<void> {
  const days = (await dueOf(unit, capaId)).map(({ on }) => startOf(on)).filter((at) => at > Date.now());
  if (days.length === 0) return;
  const runAt = new Date(Math.min(...days));
  await unit.enqueue(capaClock, { capaId }, { key: `capa ${capaId}`, runAt });
}

/** Works however late it is called, and however often: each day that something is due is told once. */
export async function onClock(services: Services, { capaId }: z.output<typeof capaClock.payload>): Promise<void> {
  await services.write(async (unit) => {
    for (const due of await dueOf(unit, capaId)) {
      if (startOf(due.on) <= Date.now()) await tellDue(unit, due);
    }
    await followClock(unit, capaId);
  });
}
