import {
  calendarSchema,
  openCalendar,
  type Calendar,
  type readCalendar,
  type updateCalendar,
} from '@sinter/sdk/contract/scheduling/calendar';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import type { CallContext, Services } from '@sinter/sdk/server';
import { jobsDb } from './job.ts';

/** When a facility is staffed, by the clock of its time zone. */
export async function planningOf(
  unit: Pick<Services, 'db'>,
  facilityId: number,
): Promise<{ calendar: Calendar; zone: string }> {
  const row = await jobsDb(unit)
    .selectFrom('facility')
    .leftJoin('facility_calendar', 'facility_calendar.facility_id', 'facility.id')
    .select(['facility.time_zone as zone', 'facility_calendar.calendar'])
    .where('facility.id', '=', facilityId)
    .executeTakeFirstOrThrow();
  return { calendar: row.calendar === null ? openCalendar : calendarSchema.parse(row.calendar), zone: row.zone };
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
