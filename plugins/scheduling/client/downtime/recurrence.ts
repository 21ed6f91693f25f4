import type { Repeat } from '@sinter/sdk/contract/scheduling/downtime';
import { occurrences as recurring } from '../../shared/recurrence.ts';
import type { Interval } from '@sinter/sdk/plugin';
import type { Zone } from '../zone.ts';

export type { Interval };

/** What the server will make of it. */
export const occurrences = (first: Interval, repeat: Repeat | null, zone: Zone): Interval[] =>
  repeat ? recurring(first, repeat, zone.name) : [first];

export const overlaps = (a: Interval, b: Interval): boolean => a.from < b.to && b.from < a.to;
