import type { Zone } from '../zone.ts';

const two = (value: number) => String(value).padStart(2, '0');

/** A time by the facility's clock in ISO 8601: `2026-10-29T08:00:00+01:00`. */
export function isoOf(zone: Zone, epoch: number): string {
  const wall = zone.wallOf(epoch);
  const minutes = Math.round(Math.abs(wall - epoch) / 60_000);
  const offset = `${wall < epoch ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  return new Date(wall).toISOString().slice(0, 19) + offset;
}
