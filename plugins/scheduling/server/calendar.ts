import { isDeepStrictEqual } from 'node:util';
import {
  calendarSchema,
  openCalendar,
  type Calendar,
  type readCalendar,
  type updateCalendar,
} from '@sinter/sdk/contract/scheduling/calendar';
import type { PlanningRulesService } from '@sinter/sdk/contract/scheduling/planningRules';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import type { StaffedHours } from '@sinter/sdk/contract/scheduling/capacity';
import type { CallContext, Services, Work } from '@sinter/sdk/server';
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

/** What production's settings say of planning is what the calendar says: there is one source. */
export const rulesOfCalendar: PlanningRulesService = {
  async read(services, facilityId) {
    const { calendar } = await planningOf(services, facilityId);
    const { unattended, changeoverMinutes, gridMinutes } = calendar;
    return { unattended, changeoverMinutes, gridMinutes };
  },
  async write(unit, facilityId, rules) {
    const { calendar } = await planningOf(unit, facilityId);
    await keep(unit, facilityId, { ...calendar, ...rules });
  },
};

async function keep(unit: Work, facilityId: number, after: Calendar): Promise<void> {
  const { calendar: before } = await planningOf(unit, facilityId);
  if (isDeepStrictEqual(before, after)) return;
  const calendar = JSON.stringify(after);
  await jobsDb(unit)
    .insertInto('facility_calendar')
    .values({ facility_id: facilityId, calendar })
    .onConflict((conflict) => conflict.column('facility_id').doUpdateSet({ calendar, updated_at: new Date() }))
    .execute();
  const object = { objectKind: 'FACILITY', objectId: String(facilityId) };
  await unit.audit({ action: 'facility.calendar', ...object, before, after });
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
  await context.write((unit) => keep(unit, facilityId, body));
  return showCalendar(context);
}
