import { openCalendar, type Calendar } from '@sinter/sdk/contract/scheduling/calendar';
import type { DemoWorld, Work } from '@sinter/sdk/server';
import { planningOf } from './calendar.ts';
import { followClock } from './clock.ts';
import { jobsDb, lockJob } from './job.ts';
import { occurrences } from '../shared/recurrence.ts';
import { dayMs, instantOf, wallOf } from '@sinter/sdk/plugin';
import { dayOf } from '../shared/days.ts';

const weekdays = [1, 2, 3, 4, 5];
const everyDay = [...weekdays, 6, 7];
const shift = (days: readonly number[], from: string, to: string) => days.map((weekday) => ({ weekday, from, to }));

/** Three shifts, every day of the year. */
const aroundTheClock: Calendar = {
  ...openCalendar,
  shifts: [
    ...shift(everyDay, '06:00', '14:00'),
    ...shift(everyDay, '14:00', '22:00'),
    ...shift(everyDay, '22:00', '06:00'),
  ],
};

/** Two shifts on working days, and the machines run alone through nights and weekends. */
const byDay = (year: number): Calendar => ({
  shifts: [...shift(weekdays, '06:00', '14:00'), ...shift(weekdays, '14:00', '22:00'), ...shift([6], '08:00', '12:00')],
  holidays: [year, year + 1].flatMap((of) => [
    { date: `${of}-01-01`, name: 'Jour de l’an' },
    { date: `${of}-05-01`, name: 'Fête du Travail' },
    { date: `${of}-05-08`, name: 'Victoire 1945' },
    { date: `${of}-07-14`, name: 'Fête nationale' },
    { date: `${of}-08-15`, name: 'Assomption' },
    { date: `${of}-11-01`, name: 'Toussaint' },
    { date: `${of}-11-11`, name: 'Armistice 1918' },
    { date: `${of}-12-25`, name: 'Noël' },
  ]),
  unattended: true,
  changeoverMinutes: 45,
  gridMinutes: 15,
});

const labels = [
  ['Rush', '#c62828'],
  ['High', '#ef6c00'],
  ['Normal', '#1565c0'],
  ['Low', '#607d8b'],
] as const;

/** The demo's calendars and priorities, and a machine that is maintained every week. */
export async function seedPlanning(unit: Work, world: DemoWorld): Promise<void> {
  const { now, rootFacilityId, secondFacilityId } = world;
  const db = jobsDb(unit);
  await db
    .insertInto('facility_calendar')
    .values([
      { facility_id: rootFacilityId, calendar: JSON.stringify(aroundTheClock) },
      { facility_id: secondFacilityId, calendar: JSON.stringify(byDay(now.getUTCFullYear())) },
    ])
    .execute();
  await db
    .insertInto('priority_label')
    .values(
      [rootFacilityId, secondFacilityId].flatMap((facility_id) =>
        labels.map(([label, color]) => ({ facility_id, label, color, event_id: null })),
      ),
    )
    .execute();
  await seedMaintenance(unit, rootFacilityId, now);
}

/** Begins after the last of the demo's builds. */
async function seedMaintenance(unit: Work, facilityId: number, now: Date): Promise<void> {
  const machine = await unit.db
    .selectFrom('equipment')
    .select('id')
    .where('facility_id', '=', facilityId)
    .orderBy('id')
    .executeTakeFirst();
  if (!machine) return;
  const { zone } = await planningOf(unit, facilityId);
  const from = instantOf(zone, (dayOf(wallOf(zone, now.getTime())) + 10) * dayMs + 7 * 3_600_000);
  const repeat = { every: 'WEEK' as const, interval: 1, weekdays: [], count: 12 };
  const ids: number[] = [];
  for (const time of occurrences({ from, to: from + 2 * 3_600_000 }, repeat, zone)) {
    const { id } = await jobsDb(unit)
      .insertInto('job')
      .values({
        facility_id: facilityId,
        equipment_id: machine.id,
        job_name: 'Weekly cleaning',
        job_type: 'DOWNTIME',
        job_source: 'SCHEDULING',
        job_creation_type: 'MANUAL',
        status: 'QUEUED',
        from_date: new Date(time.from),
        to_date: new Date(time.to),
        notes: 'Build chamber, filters and glass.',
        event_id: null,
        created_by: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.push(id);
    await jobsDb(unit)
      .updateTable('job')
      .set({ series_id: ids[0] ?? id })
      .where('id', '=', id)
      .execute();
    await followClock(unit, await lockJob(unit, facilityId, id));
  }
}
