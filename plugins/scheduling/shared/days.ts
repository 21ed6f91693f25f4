import { dayMs } from '@sinter/sdk/plugin';

/** Days since 1970-01-01 of a wall time. */
export const dayOf = (wall: number): number => Math.floor(wall / dayMs);
/** ISO: 1 is Monday. */
export const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1;
