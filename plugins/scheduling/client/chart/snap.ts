import { dayMs } from '../zone.ts';
import type { Zone } from '../zone.ts';

const minute = 60_000;
const hour = 60 * minute;
const steps = [5 * minute, 10 * minute, 15 * minute, 30 * minute, hour, 3 * hour, 6 * hour, 12 * hour, dayMs];
/** Pixels that a step has at least, so that the grid can be aimed at. */
const leastPixels = 5;

/** The grid that times snap to, by how near the chart is looked at: times at which jobs of the facility may start. */
export const gridFor = (millisPerPixel: number, gridMinutes = 15): number =>
  steps.find((step) => step % (gridMinutes * minute) === 0 && step / millisPerPixel >= leastPixels) ?? dayMs;

/**
 * The nearest time of the grid on the facility's clock. In the hour that a clock shows twice, the one that was meant
 * stays; one that the clock skips becomes the first after the gap.
 */
export function snap(zone: Zone, time: number, step: number): number {
  const offset = zone.wallOf(time) - time;
  const wall = Math.round((time + offset) / step) * step;
  const near = wall - offset;
  return zone.wallOf(near) === wall ? near : zone.epochOf(wall);
}

/** The time of the grid `steps` further. */
export function step(zone: Zone, time: number, length: number, steps: number): number {
  const next = snap(zone, time + steps * length, length);
  // Over a change of the clock, a step may come out where it began.
  return next === time ? time + steps * length : next;
}
