import { createToken } from '../../plugin/token.ts';
import type { Services } from '../../server/defineServer.ts';
import type { SlotObstacle } from '../errors.ts';
import type { Calendar } from './calendar.ts';

/** A build to find time for. */
export interface WantedBuild {
  /** `null` where nothing has to be changed for it. */
  materialId: number | null;
  /** The machines that can make it, and how long each takes. */
  on: readonly { equipmentId: number; hours: number }[];
}

/** Builds that one facility would make. Times are epoch milliseconds. */
export interface WantedPlan {
  facilityId: number;
  /** Nothing begins before it. */
  notBefore: number;
  /** They get their places in this order. */
  builds: readonly WantedBuild[];
}

export interface FoundPlace {
  equipmentId: number;
  from: number;
  to: number;
  /** What stood in the way of an earlier one, each once. */
  delayedBy: readonly SlotObstacle[];
}

/** When a facility is staffed. */
export interface StaffedHours {
  calendar: Calendar;
  /** IANA name of the facility's zone. */
  zone: string;
}

/** What a facility's schedule has room for. */
export interface FoundPlan extends StaffedHours {
  /** For each wanted build; `null` where no machine has room within a year. */
  places: readonly (FoundPlace | null)[];
  /** Of the time that jobs take on the machines used, until the last place ends: how much is released or runs, 0 to 1. */
  firmShare: number;
}

/** Looks for room in the schedules as they are now. Reserves nothing. */
export interface Capacity {
  /** By facility. Those that do not schedule their machines are left out. */
  plan(
    services: Pick<Services, 'db' | 'get' | 'all'>,
    plans: readonly WantedPlan[],
  ): Promise<ReadonlyMap<number, FoundPlan>>;
  /** By facility, also of those that do not schedule their machines. */
  calendars(unit: Pick<Services, 'db'>, facilityIds: readonly number[]): Promise<ReadonlyMap<number, StaffedHours>>;
}
export const capacity = createToken<Capacity>('scheduling/Capacity@1');
