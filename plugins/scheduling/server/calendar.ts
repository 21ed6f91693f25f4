import {
  calendarSchema,
  openCalendar,
  type readCalendar,
  type updateCalendar,
} from '@sinter/sdk/contract/scheduling/calendar';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import type { StaffedHours } from '@sinter/sdk/contract/scheduling/capacity';
import type { CallContext, Services } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { jobsDb } from './job.ts';

/** When facilities are staffed, by the clock of their time zones. */
export async function planningsOf(
  unit: Pick<Services, 'db'>,
  facilityIds: readonly number[],
): Promise<ReadonlyMap<number, StaffedHours>> {
  const rows = await jobsDb(unit)
    .selectFrom('facility')
    .leftJoin('facility_calendar', 'facility_calendar.facility_id', 'facility.id')
    .select(['facility.id', 'facility.time_zone as zone', 'facility_calendar.calendar'])
    .where('facility.id', '=', sql<number>`any(${[...facilityIds]}::bigint[])`)
    .execute();
  return new Map(
    rows.map(({ id, zone, calendar }) => [
      id,
      { calendar: calendar === null ? openCalendar : calendarSchema.parse(calendar), zone },
    ]),
  );
}

export async function planningOf(unit: Pick<Services, 'db'>, facilityId: number): Promise<StaffedHours> {
  const planning = (await planningsOf(unit, [facilityId])).get(facilityId);
  if (!planning) throw new Error(`There is no facility ${facilityId}.`);
  return planning;
}

type Answer = CallResult<typeof readCalendar>;

export async function showCalendar(context: CallContext): Promise<Answer> {
  const { calendar, zone } = await planningOf(context, context.facilityId);
  return { ...calendar, timeZone: zone };
}

export async function saveCalendar(
  context: CallContext,
  { body }: CallArguments<typeof updateCalendar>,
): Promise<Answer> {
  const { facilityId } = context;
  await context.write(async (unit) => {
    const { calendar: before } = await planningOf(unit, facilityId);
    const calendar = JSON.stringify(body);
    await jobsDb(unit)
      .insertInto('facility_calendar')
      .values({ facility_id: facilityId, calendar })
      .onConflict((conflict) => conflict.column('facility_id').doUpdateSet({ calendar, updated_at: new Date() }))
      .execute();
    const object = { objectKind: 'FACILITY', objectId: String(facilityId) };
    await unit.audit({ action: 'facility.calendar', ...object, before, after: body });
  });
  return showCalendar(context);
}
