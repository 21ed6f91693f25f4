import { openCalendar, type Calendar } from '@sinter/sdk/contract/scheduling/calendar';
import type { SlotObstacle } from '@sinter/sdk/contract/errors';
import { describe, expect, test } from 'vitest';
import { rounds } from '../../../tests/rounds.ts';
import { nearestSlot, nextSlot, obstacleTo, overlaps, type Build, type MachineTime } from './slots.ts';
import type { Interval } from '@sinter/sdk/plugin';

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

const tick = 5 * minute;
/** How far the oracle looks. */
const searched = 6 * day;

/** Mulberry32: the same numbers on every machine. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Zones with the weeks in which their clocks are changed, forward and back, and one that never does. */
const zones: readonly [zone: string, ...changes: string[]][] = [
  ['Europe/Berlin', '2027-03-28', '2026-10-25'],
  ['America/New_York', '2027-03-14', '2026-11-01'],
  ['America/St_Johns', '2027-03-14', '2026-11-01'],
  ['Australia/Lord_Howe', '2026-10-04', '2027-04-04'],
  ['America/Santiago', '2026-09-06', '2027-04-04'],
  ['Africa/Casablanca', '2027-02-07', '2027-03-14'],
  ['Asia/Kathmandu', '2026-12-31'],
];

// The oracle: what the clock on the wall shows, five minutes by five minutes, and nothing but the rules as they are
// written down. Clocks are changed, shifts begin, and starts lie at full five minutes.

interface Wall {
  date: string;
  weekday: number;
  minutes: number;
}
const walls = new Map<string, Map<number, Wall>>(zones.map(([zone]) => [zone, new Map<number, Wall>()]));
const formats = new Map(
  zones.map(([zone]) => [
    zone,
    new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' }),
  ]),
);

function wallAt(zone: string, time: number): Wall {
  const known = walls.get(zone)?.get(time);
  if (known) return known;
  const [date = '', clock = ''] = (formats.get(zone)?.format(time) ?? '').split(', ');
  const wall = { date, weekday: new Date(date).getUTCDay() || 7, minutes: minutesOf(clock) };
  walls.get(zone)?.set(time, wall);
  return wall;
}

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
}

/** What was looked up before: 1 for nobody, 2 for somebody. */
const seen = new WeakMap<MachineTime, { base: number; ticks: Uint8Array }>();

function somebodyIsThere(machine: MachineTime, time: number): boolean {
  const known = seen.get(machine) ?? { base: time - 20 * day, ticks: new Uint8Array((60 * day) / tick) };
  seen.set(machine, known);
  const at = (time - known.base) / tick;
  if (known.ticks[at] === 0) known.ticks[at] = looksStaffed(machine, time) ? 2 : 1;
  return known.ticks[at] === 2;
}

function looksStaffed({ calendar, zone }: MachineTime, time: number): boolean {
  const { date, weekday, minutes } = wallAt(zone, time);
  if (calendar.holidays.some((holiday) => holiday.date === date)) return false;
  if (calendar.shifts.length === 0) return true;
  return calendar.shifts.some((shift) => {
    const [from, to] = [minutesOf(shift.from), minutesOf(shift.to)];
    const onDay = weekday === shift.weekday;
    const onNextDay = weekday === (shift.weekday % 7) + 1;
    if (from < to) return onDay && from <= minutes && minutes < to;
    return (onDay && from <= minutes) || (onNextDay && minutes < to);
  });
}

function obstacles(machine: MachineTime, slot: Interval, materialId: number | null): SlotObstacle[] {
  const { calendar } = machine;
  const found: SlotObstacle[] = [];
  for (const taken of machine.reservations) {
    if (overlaps(taken, slot)) found.push(taken.kind);
    else if (taken.materialId !== null && materialId !== null && taken.materialId !== materialId) {
      const gap = taken.to <= slot.from ? slot.from - taken.to : taken.from - slot.to;
      if (gap < calendar.changeoverMinutes * minute) found.push('CHANGEOVER');
    }
  }
  const until = calendar.unattended ? slot.from + 1 : slot.to;
  for (let time = Math.floor(slot.from / tick) * tick; time < until; time += tick) {
    if (somebodyIsThere(machine, time)) continue;
    found.push('STAFF');
    break;
  }
  return found;
}

/** Every start on the grid from `from` on, or back from it, for some days. */
function* starts({ calendar, zone }: MachineTime, from: number, step: 1 | -1): Generator<number> {
  const first = (step === 1 ? Math.ceil(from / tick) : Math.floor(from / tick)) * tick;
  for (let time = first; Math.abs(time - from) < searched; time += step * tick) {
    if (wallAt(zone, time).minutes % calendar.gridMinutes === 0) yield time;
  }
}

function firstLegal(machine: MachineTime, build: Build) {
  const met = new Set<SlotObstacle>();
  let atOnce: SlotObstacle[] | null = null;
  for (const from of starts(machine, build.notBefore, 1)) {
    const slot = { from, to: from + build.duration };
    const found = obstacles(machine, slot, build.materialId);
    atOnce ??= found;
    if (found.length === 0) return { slot, met, atOnce };
    for (const each of found) met.add(each);
  }
  return { slot: null, met, atOnce: atOnce ?? [] };
}

function lastLegal(machine: MachineTime, build: Build, at: number): Interval | null {
  for (const from of starts(machine, at, -1)) {
    if (from < build.notBefore) return null;
    const slot = { from, to: from + build.duration };
    if (obstacles(machine, slot, build.materialId).length === 0) return slot;
  }
  return null;
}

/** A machine within some days of a change of the clocks. */
function randomMachine(next: () => number): { machine: MachineTime; build: Build } {
  const upTo = (limit: number) => Math.floor(next() * limit);
  const pick = <T>(all: readonly [T, ...T[]]): T => all[upTo(all.length)] ?? all[0];
  const clock = (last: number) => {
    const minutes = next() < 0.2 ? upTo(last / 5) * 5 : upTo(last / 30) * 30;
    return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  };
  const [zone, ...changes] = zones[upTo(zones.length)] ?? ['UTC'];
  const notBefore = Date.parse(changes[upTo(changes.length)] ?? '') - upTo(3 * day);
  const calendar: Calendar = {
    shifts: Array.from({ length: next() < 0.25 ? 0 : 1 + upTo(8) }, () => ({
      weekday: 1 + upTo(7),
      from: clock(1440),
      to: next() < 0.1 ? '24:00' : clock(1440),
    })),
    holidays: Array.from({ length: next() < 0.5 ? 0 : upTo(3) }, () => ({
      date: new Date(notBefore + upTo(6) * day).toISOString().slice(0, 10),
      name: '',
    })),
    unattended: next() < 0.6,
    changeoverMinutes: next() < 0.5 ? 0 : upTo(240),
    gridMinutes: pick([5, 10, 15, 30, 60] as const),
  };
  const reservations = Array.from({ length: upTo(12) }, (_, jobId) => {
    const from = notBefore + Math.floor((next() - 0.3) * 5 * day);
    const to = from + 1 + upTo(next() < 0.2 ? 60 * hour : 16 * hour);
    const isDown = next() < 0.2;
    return {
      jobId,
      from,
      to,
      kind: isDown ? ('DOWNTIME' as const) : ('BUSY' as const),
      materialId: isDown ? null : upTo(3),
    };
  });
  const build = {
    duration: (1 + upTo(next() < 0.5 ? 8 : 24)) * hour,
    materialId: next() < 0.1 ? null : upTo(3),
    notBefore,
  };
  return { machine: { calendar, zone, reservations }, build };
}

describe('the next slot', () => {
  test(
    'is what trying every minute finds, over thousands of machines and changes of the clocks',
    { timeout: 120_000 },
    () => {
      const machines = rounds(400, 2000);
      const next = random(7);
      let [found, later] = [0, 0];
      for (let round = 0; round < machines; round += 1) {
        const { machine, build } = randomMachine(next);
        const expected = firstLegal(machine, build);
        const { slot, delayedBy } = nextSlot(machine, build);
        const which = `round ${round} in ${machine.zone}`;
        if (expected.slot) expect(slot, which).toEqual(expected.slot);
        else expect(slot === null || slot.from - build.notBefore >= searched, which).toBe(true);
        // Every reason is one that an earlier start meets, and the first one that the first start meets.
        if (expected.slot)
          expect(
            delayedBy.filter((each) => !expected.met.has(each)),
            which,
          ).toEqual([]);
        expect(delayedBy.length === 0, which).toBe(expected.atOnce.length === 0);
        if (delayedBy[0]) expect(expected.atOnce, which).toContain(delayedBy[0]);
        found += expected.slot ? 1 : 0;
        later += expected.atOnce.length > 0 && expected.slot ? 1 : 0;
      }
      expect(found).toBeGreaterThan(0.6 * machines);
      expect(later).toBeGreaterThan(0.3 * machines);
    },
  );

  test('and any other is refused for a reason that is one', () => {
    const next = random(11);
    for (let round = 0; round < 2000; round += 1) {
      const { machine, build } = randomMachine(next);
      const from = Math.ceil(build.notBefore / tick) * tick + Math.floor((next() * 4 * day) / tick) * tick;
      const slot = { from, to: from + build.duration };
      const expected = obstacles(machine, slot, build.materialId);
      const refused = obstacleTo(machine, slot, build.materialId);
      if (expected.length === 0) expect(refused).toBeNull();
      else expect(expected).toContain(refused?.obstacle);
      if (refused?.jobId === undefined) continue;
      const only = machine.reservations.filter(({ jobId }) => jobId === refused.jobId);
      expect(obstacles({ ...machine, reservations: only }, slot, build.materialId)).toContain(refused.obstacle);
    }
  });

  test('nearest to a time is the nearer of the last before and the first after it', { timeout: 120_000 }, () => {
    const next = random(13);
    for (let round = 0; round < rounds(100, 400); round += 1) {
      const { machine, build } = randomMachine(next);
      const at = build.notBefore + Math.floor(next() * 3 * day);
      const later = firstLegal(machine, { ...build, notBefore: at }).slot;
      const earlier = lastLegal(machine, build, at);
      const nearest = nearestSlot(machine, build, at);
      if (!later) continue;
      const expected = earlier && at - earlier.from < later.from - at ? earlier : later;
      expect(nearest, `round ${round} in ${machine.zone}`).toEqual(expected);
    }
  });

  const bare = { calendar: openCalendar, zone: 'Europe/Berlin' };

  test('is none on a machine that is taken for more than a year, or where nobody is ever there long enough', () => {
    const taken = { jobId: 1, kind: 'BUSY' as const, materialId: null, from: 0, to: 400 * day };
    const build = { duration: hour, materialId: null, notBefore: 0 };
    expect(nextSlot({ ...bare, reservations: [taken] }, build)).toEqual({ slot: null, delayedBy: ['BUSY'] });
    const shifts = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '06:00', to: '14:00' }));
    const machine = { ...bare, reservations: [], calendar: { ...openCalendar, shifts, unattended: false } };
    expect(nextSlot(machine, { ...build, duration: 9 * hour })).toEqual({ slot: null, delayedBy: ['STAFF'] });
    expect(nextSlot(machine, { ...build, duration: 8 * hour }).slot).not.toBeNull();
  });

  test('lasts as long in the night in which the clocks are changed as in any other', () => {
    const shifts = [6, 7].map((weekday) => ({ weekday, from: '01:00', to: '04:00' }));
    const machine = { ...bare, reservations: [], calendar: { ...openCalendar, shifts, unattended: false } };
    const slotAfter = (time: string, hours: number) => {
      const { slot } = nextSlot(machine, { duration: hours * hour, materialId: null, notBefore: Date.parse(time) });
      return slot && new Date(slot.from).toISOString();
    };
    // In spring the night of Sunday has no third hour; in autumn it has a fourth.
    expect(slotAfter('2027-03-28T00:00:00+01:00', 3)).toBe('2027-04-02T23:00:00.000Z');
    expect(slotAfter('2027-03-28T00:00:00+01:00', 2)).toBe('2027-03-28T00:00:00.000Z');
    expect(slotAfter('2026-10-25T00:00:00+02:00', 4)).toBe('2026-10-24T23:00:00.000Z');
  });

  test('takes work in proportion to the jobs on the machine', () => {
    let reads = 0;
    const reservations = Array.from({ length: 1000 }, (_, jobId) => ({
      jobId,
      kind: 'BUSY' as const,
      materialId: jobId % 3,
      to: jobId * 8 * hour + 7 * hour,
      get from() {
        reads += 1;
        return jobId * 8 * hour;
      },
    }));
    const calendar = { ...openCalendar, changeoverMinutes: 30, shifts: [{ weekday: 1, from: '22:00', to: '06:00' }] };
    const { slot } = nextSlot({ ...bare, calendar, reservations }, { duration: 9 * hour, materialId: 1, notBefore: 0 });
    expect(slot && slot.from >= 1000 * 8 * hour - hour).toBe(true);
    expect(reads).toBeLessThan(5000);
  });
});
