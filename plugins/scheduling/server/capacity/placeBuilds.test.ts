import { openCalendar, type Calendar } from '@sinter/sdk/contract/scheduling/calendar';
import { describe, expect, test } from 'vitest';
import type { MachineTime, Reservation } from '../slots.ts';
import { firmShareOf } from './capacity.ts';
import { placeBuilds } from './placeBuilds.ts';

const hour = 3_600_000;
const at = (text: string) => Date.parse(text);
let jobId = 0;
const busy = (from: string, to: string, materialId: number | null = 7): Reservation => ({
  jobId: (jobId += 1),
  kind: 'BUSY',
  materialId,
  from: at(from),
  to: at(to),
});
const machine = (reservations: Reservation[] = [], calendar: Partial<Calendar> = {}): MachineTime => ({
  reservations,
  calendar: { ...openCalendar, ...calendar },
  zone: 'Europe/Berlin',
});
const build = (hours: number, ids: readonly number[], materialId: number | null = 7) => ({
  materialId,
  on: ids.map((equipmentId) => ({ equipmentId, hours })),
});
const monday = at('2026-11-30T07:00:00Z');
const iso = (time: number | undefined) => time && new Date(time).toISOString();

describe('builds are placed in a schedule', () => {
  test('on the machine where they end first, and one after the other', async () => {
    const machines = new Map([
      [1, machine([busy('2026-11-30T06:00:00Z', '2026-11-30T12:00:00Z')])],
      [2, machine()],
    ]);
    const places = await placeBuilds(machines, [build(4, [1, 2]), build(4, [1, 2]), build(4, [1, 2])], monday);
    expect(places.map((place) => [place?.equipmentId, iso(place?.from)])).toEqual([
      [2, '2026-11-30T07:00:00.000Z'],
      [2, '2026-11-30T11:00:00.000Z'],
      [1, '2026-11-30T12:00:00.000Z'],
    ]);
    expect(places[2]?.delayedBy).toEqual(['BUSY']);
  });

  test('with time for a change of material, also between two of them', async () => {
    const calendar = { changeoverMinutes: 60 };
    const machines = new Map([[1, machine([busy('2026-11-30T06:00:00Z', '2026-11-30T09:00:00Z', 8)], calendar)]]);
    const places = await placeBuilds(machines, [build(2, [1]), build(2, [1], 8)], monday);
    expect(places.map((place) => iso(place?.from))).toEqual(['2026-11-30T10:00:00.000Z', '2026-11-30T13:00:00.000Z']);
  });

  test('only while somebody is there to start them, not on holidays, and over a change of the clocks', async () => {
    const shifts = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '08:00', to: '16:00' }));
    const holidays = [{ date: '2026-10-23', name: '' }];
    const machines = new Map([[1, machine([], { shifts, holidays })]]);
    // Thursday evening; Friday is free, and on Sunday the clocks are set back: Monday at 8 is 7 o'clock UTC.
    const places = await placeBuilds(machines, [build(20, [1]), build(2, [1])], at('2026-10-22T15:00:00Z'));
    expect(places.map((place) => iso(place?.from))).toEqual(['2026-10-26T07:00:00.000Z', '2026-10-27T07:00:00.000Z']);
  });

  test('through the night where the shifts go through it', async () => {
    const shifts = [{ weekday: 1, from: '22:00', to: '06:00' }];
    const machines = new Map([[1, machine([], { shifts, unattended: false })]]);
    const places = await placeBuilds(machines, [build(8, [1]), build(9, [1])], monday);
    expect(iso(places[0]?.from)).toBe('2026-11-30T21:00:00.000Z');
    expect(places[1]).toBeNull();
  });

  test('and leave the schedule as it is', async () => {
    const reservations: Reservation[] = [];
    await placeBuilds(new Map([[1, machine(reservations)]]), [build(2, [1])], monday);
    expect(reservations).toEqual([]);
  });
});

test('a date is as firm as the jobs before it', () => {
  const taken = (from: string, to: string, firm: boolean) => ({ ...busy(from, to), firm });
  const places = [{ equipmentId: 1, from: at('2026-11-30T17:00:00Z'), to: at('2026-11-30T19:00:00Z'), delayedBy: [] }];
  const jobs = [
    taken('2026-11-30T04:00:00Z', '2026-11-30T10:00:00Z', true),
    taken('2026-11-30T10:00:00Z', '2026-11-30T11:00:00Z', false),
    taken('2026-12-01T10:00:00Z', '2026-12-01T11:00:00Z', false),
  ];
  expect(
    firmShareOf(
      places,
      new Map([
        [1, jobs],
        [2, jobs],
      ]),
      monday,
    ),
  ).toBe(0.75);
  expect(firmShareOf(places, new Map(), monday)).toBe(1);
});

test('100 machines with 5,000 jobs take 50 lines in a moment', async () => {
  const machines = new Map(
    Array.from({ length: 100 }, (_, id): [number, MachineTime] => [
      id,
      machine(
        Array.from({ length: 50 }, (_, job) => ({
          jobId: id * 50 + job,
          kind: 'BUSY' as const,
          materialId: job % 3,
          from: monday + job * 8 * hour,
          to: monday + (job * 8 + 7) * hour,
        })),
        { changeoverMinutes: 30 },
      ),
    ]),
  );
  const ids = [...machines.keys()];
  const builds = Array.from({ length: 50 }, (_, line) => build(4 + line / 10, ids, line % 3));
  const before = performance.now();
  const places = await placeBuilds(machines, builds, monday);
  console.log(`50 builds on 100 machines with 5,000 jobs: ${Math.round(performance.now() - before)} ms`);
  expect(places).not.toContain(null);
});
