import type { Calendar } from '@sinter/sdk/contract/scheduling/calendar';
import type { SlotObstacle } from '@sinter/sdk/contract/errors';
import { staffedTimes } from './staffed.ts';
import { nextOnGrid, previousOnGrid } from './grid.ts';
import type { Interval } from '@sinter/sdk/plugin';

/** What keeps a machine busy. `materialId` is `null` where nothing has to be changed before and after it. */
export interface Reservation extends Interval {
  jobId: number;
  kind: 'BUSY' | 'DOWNTIME';
  materialId: number | null;
}

/** A machine as far as its time goes. Reservations may overlap and come in any order. */
export interface MachineTime {
  reservations: readonly Reservation[];
  calendar: Calendar;
  zone: string;
}

export interface Build {
  /** Milliseconds. */
  duration: number;
  /** `null` where nothing has to be changed for it. */
  materialId: number | null;
  /** Nothing begins before it. */
  notBefore: number;
}

const yearMs = 365 * 86_400_000;

export const overlaps = (a: Interval, b: Interval): boolean => a.from < b.to && b.from < a.to;
export const gridMs = ({ gridMinutes }: Calendar): number => gridMinutes * 60_000;

/** A reservation with the time around it that a change of material needs. */
interface Block extends Interval {
  hard: Reservation;
}

const blocksFor = ({ reservations, calendar }: MachineTime, materialId: number | null): Block[] =>
  reservations.map((hard) => {
    const changes = materialId !== null && hard.materialId !== null && hard.materialId !== materialId;
    const padding = changes ? calendar.changeoverMinutes * 60_000 : 0;
    return { from: hard.from - padding, to: hard.to + padding, hard };
  });

/** Whether there is staff when it is needed: for the start, or for all of it where machines do not run unattended. */
const isStaffed = (time: Interval | undefined, slot: Interval, { unattended }: Calendar): boolean =>
  time !== undefined && time.from <= slot.from && (unattended ? slot.from < time.to : slot.to <= time.to);

/** Why nothing of this material can be built at this time, and the job in the way. `null` when it can. */
export function obstacleTo(
  machine: MachineTime,
  slot: Interval,
  materialId: number | null,
): { obstacle: SlotObstacle; jobId?: number } | null {
  const hit = blocksFor(machine, materialId)
    .filter((block) => overlaps(block, slot))
    .toSorted((a, b) => Number(overlaps(b.hard, slot)) - Number(overlaps(a.hard, slot)) || a.from - b.from)[0];
  if (hit) return { obstacle: overlaps(hit.hard, slot) ? hit.hard.kind : 'CHANGEOVER', jobId: hit.hard.jobId };
  const [time] = staffedTimes(machine.calendar, machine.zone, slot.from, slot.to);
  return isStaffed(time, slot, machine.calendar) ? null : { obstacle: 'STAFF' };
}

/**
 * The first slot that starts at `notBefore` or later and on the grid, within a year, and what stood in the way of an
 * earlier one, each once. One walk over the reservations and the staffed times.
 */
export function nextSlot(machine: MachineTime, build: Build): { slot: Interval | null; delayedBy: SlotObstacle[] } {
  const { calendar, zone } = machine;
  const { duration, notBefore } = build;
  const onGrid = (time: number) => nextOnGrid(zone, time, gridMs(calendar));
  const blocks = blocksFor(machine, build.materialId).toSorted((a, b) => a.from - b.from);
  const limit = notBefore + yearMs;
  const delayedBy = new Set<SlotObstacle>();
  let cursor = onGrid(notBefore);
  const staffed = staffedTimes(calendar, zone, cursor, limit + duration);
  let time = next(staffed);
  let at = 0;
  while (cursor <= limit) {
    const block = blocks[at];
    if (block && block.from < cursor + duration) {
      at += 1;
      if (block.to <= cursor) continue;
      const { hard } = block;
      if (cursor + duration <= hard.from) delayedBy.add('CHANGEOVER');
      if (cursor < hard.to) delayedBy.add(hard.kind);
      if (onGrid(Math.max(hard.to, cursor)) < block.to) delayedBy.add('CHANGEOVER');
      cursor = onGrid(block.to);
      continue;
    }
    while (time && time.to <= cursor) time = next(staffed);
    const slot = { from: cursor, to: cursor + duration };
    if (isStaffed(time, slot, calendar)) return { slot, delayedBy: [...delayedBy] };
    delayedBy.add('STAFF');
    if (!time) break;
    cursor = onGrid(time.from > cursor ? time.from : time.to);
  }
  return { slot: null, delayedBy: [...delayedBy] };
}

const next = (times: Generator<Interval>): Interval | undefined => {
  const { value, done } = times.next();
  return done ? undefined : value;
};

/** The last slot that starts on the grid between `notBefore` and `at`. */
function previousSlot(machine: MachineTime, { duration, materialId, notBefore }: Build, at: number): Interval | null {
  const { calendar, zone } = machine;
  const onGrid = (time: number) => previousOnGrid(zone, time, gridMs(calendar));
  const blocks = blocksFor(machine, materialId).toSorted((a, b) => b.to - a.to);
  const staffed = [...staffedTimes(calendar, zone, notBefore, Math.max(at + duration, notBefore))].reverse();
  let cursor = onGrid(at);
  let [block, time] = [0, 0];
  while (cursor >= notBefore) {
    const taken = blocks[block];
    if (taken && taken.to > cursor) {
      block += 1;
      if (taken.from < cursor + duration) cursor = onGrid(taken.from - duration);
      continue;
    }
    const there = staffed[time];
    if (!there) return null;
    const slot = { from: cursor, to: cursor + duration };
    if (isStaffed(there, slot, calendar)) return slot;
    // Where it may run alone its start has to lie in that time, else all of it.
    const latest = calendar.unattended ? there.to - 1 : there.to - duration;
    if (cursor > latest && latest >= there.from) cursor = onGrid(latest);
    if (cursor < there.from || latest < there.from) time += 1;
  }
  return null;
}

/** The slot that begins nearest to `at`, the later of two that are as near. `null` when there is none within a year. */
export function nearestSlot(machine: MachineTime, build: Build, at: number): Interval | null {
  const wanted = Math.max(at, build.notBefore);
  const { slot: later } = nextSlot(machine, { ...build, notBefore: wanted });
  const earlier = previousSlot(machine, build, wanted);
  if (!later || !earlier) return later ?? earlier;
  return wanted - earlier.from < later.from - wanted ? earlier : later;
}
