import { CallError, type Sentence } from '@sinter/sdk/contract';
import type { SlotObstacle } from '@sinter/sdk/contract/errors';
import { openCalendar } from '@sinter/sdk/contract/scheduling/calendar';
import type { Services, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { planningOf } from './calendar.ts';
import { jobsDb } from './job.ts';
import { gridMs, nearestSlot, obstacleTo, type MachineTime, type Reservation } from './slots.ts';
import type { Interval } from '@sinter/sdk/plugin';
import { isAmong, isDowntime, reserving, running } from './transitions.ts';
import { say } from './texts.ts';

const hourMs = 3_600_000;
/** The longest changeover that a calendar can ask for. */
const longestChangeover = 24 * hourMs;

interface Wanted {
  facilityId: number;
  equipmentId: number;
  /** Whatever has ended before it is of no interest. */
  from: number;
  /** The jobs that are being placed themselves. */
  except: readonly number[];
  now: number;
}

/** What a machine's time is taken by: one table of jobs, and the facility's calendar. */
export async function machineTime(unit: Pick<Services, 'db'>, wanted: Wanted): Promise<MachineTime> {
  const { facilityId, equipmentId, from, except, now } = wanted;
  const rows = await reservingJobs(unit, from)
    .where('equipment_id', '=', equipmentId)
    .where('id', '!=', sql<number>`all(${[...except]}::bigint[])`)
    .execute();
  const reservations = rows.map((row) => reservationOf(row, now));
  return { reservations, ...(await planningOf(unit, facilityId)) };
}

/** Jobs that keep a machine busy at `from` or later. */
export const reservingJobs = (unit: Pick<Services, 'db'>, from: number) =>
  jobsDb(unit)
    .selectFrom('job')
    .select(['id', 'equipment_id', 'job_type', 'status', 'from_date', 'to_date', 'material_id'])
    .select(['started_at', 'estimated_hours'])
    .where('status', 'in', reserving)
    .where((where) =>
      where.or([where('to_date', '>', new Date(from - longestChangeover)), where('status', 'in', running)]),
    );

type ReservingJob = Awaited<ReturnType<ReturnType<typeof reservingJobs>['execute']>>[number];

export function reservationOf(row: ReservingJob, now: number): Reservation {
  const kind = isDowntime(row.job_type) ? 'DOWNTIME' : 'BUSY';
  const time = { from: row.from_date.getTime(), to: row.to_date.getTime() };
  const isRunning = kind === 'BUSY' && isAmong(running, row.status);
  const startedAt = row.started_at?.getTime() ?? time.from;
  return {
    jobId: row.id,
    kind,
    materialId: row.material_id,
    ...(isRunning
      ? { from: Math.min(time.from, startedAt), to: endOf(time, startedAt, row.estimated_hours * hourMs, now) }
      : time),
  };
}

/** A build that runs ends when it was planned to, when it has taken as long as estimated, and not before now. */
const endOf = ({ from, to }: Interval, startedAt: number, estimate: number, now: number): number =>
  Math.max(to, startedAt + (estimate > 0 ? estimate : to - from), now);

/** A machine, which must be locked, without the jobs that are being placed. */
interface Room {
  facilityId: number;
  equipmentId: number;
  except: readonly number[];
}

export interface Place extends Interval {
  materialId: number | null;
  /** Begins without staff, and may have begun already. */
  downtime: boolean;
  /** Whether its start is chosen now: then it is neither in the past nor at a time without staff. */
  newStart: boolean;
  /** Whether it takes longer than before: where machines do not run unattended, that time needs staff. */
  longer?: boolean;
  /** Names the one that is refused, when several are placed. */
  name?: string;
}

const texts: Record<SlotObstacle, Sentence> = {
  BUSY: say('obstacle.BUSY'),
  DOWNTIME: say('obstacle.DOWNTIME'),
  CHANGEOVER: say('obstacle.CHANGEOVER'),
  STAFF: say('obstacle.STAFF'),
  PAST: say('obstacle.PAST'),
  RETIRED: say('obstacle.RETIRED'),
  QUALITY_HOLD: say('obstacle.QUALITY_HOLD'),
};

/** Refuses a place that the machine does not have, with the nearest that it has. */
export async function requirePlace(unit: Work, place: Room & Place): Promise<void> {
  (await placesOn(unit, place, place.from))(place);
}

/** The same for several places that begin at `from` or later, with one look at the machine's jobs. */
export async function placesOn(unit: Work, room: Room, from: number): Promise<(place: Place) => void> {
  const now = Date.now();
  const { facilityId, equipmentId, except } = room;
  const found = await machineTime(unit, { facilityId, equipmentId, except, from: Math.min(from, now), now });
  return (place) => {
    const machine = place.downtime ? alwaysStaffed(found) : found;
    const needsStaff = place.newStart || (place.longer === true && !found.calendar.unattended);
    const refused = refusalOf(needsStaff ? machine : alwaysStaffed(machine), place, now);
    if (!refused) return;
    const build = { duration: place.to - place.from, materialId: place.materialId, notBefore: now };
    throw slotTaken(refused, nearestSlot(machine, build, place.from), place.name);
  };
}

function alwaysStaffed(machine: MachineTime): MachineTime {
  const { gridMinutes, changeoverMinutes } = machine.calendar;
  return { ...machine, calendar: { ...openCalendar, gridMinutes, changeoverMinutes } };
}

interface Refusal {
  obstacle: SlotObstacle;
  jobId?: number;
}

function refusalOf(machine: MachineTime, place: Place, now: number): Refusal | null {
  // A person who was offered the next slot has one step of the grid to decide.
  const earliest = now - gridMs(machine.calendar);
  if (place.newStart && !place.downtime && place.from < earliest) return { obstacle: 'PAST' };
  return obstacleTo(machine, place, place.materialId);
}

export const slotTaken = ({ obstacle, jobId }: Refusal, nearest: Interval | null, name?: string): CallError =>
  new CallError(
    'SLOT_TAKEN',
    name === undefined ? texts[obstacle] : say('refusedOne', { name, why: texts[obstacle] }),
    {
      obstacle,
      ...(jobId === undefined ? {} : { jobId }),
      ...(nearest ? { slot: { fromDate: String(nearest.from), toDate: String(nearest.to) } } : {}),
    },
  );
