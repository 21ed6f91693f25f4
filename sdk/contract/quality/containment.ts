import { createToken } from '../../plugin/token.ts';
import type { Services, Work } from '../../server/defineServer.ts';

/** A non-conformance as those read of it whose work it stops. */
export interface Holding {
  ncrId: number;
  /** `NCR-2026-0012`. */
  number: string;
  title: string;
  /** What it holds of that: exactly one of the three. */
  lotId: number | null;
  equipmentId: number | null;
  batch: string | null;
}

/** What is asked for: lots, machines, and batches of material by what is scanned from them. */
export interface Contained {
  lotIds?: readonly number[];
  /** Builds whose lots they are. */
  jobIds?: readonly number[];
  equipmentIds?: readonly number[];
  batches?: readonly string[];
}

/**
 * Which open non-conformances hold these in a facility (product 2, Process NCR). Contributed by quality; scheduling and production
 * ask in the transaction that would use them, and refuse with the non-conformance named. Asks for no rights.
 */
export interface Containment {
  holding(
    services: Pick<Services, 'get'>,
    unit: Pick<Services, 'db'>,
    facilityId: number,
    what: Contained,
  ): Promise<readonly Holding[]>;
  /** Pieces of a lot have become a lot of their own: what holds the first holds the second. */
  split(
    services: Pick<Services, 'get'>,
    unit: Pick<Work, 'db' | 'emit'>,
    fromLotId: number,
    toLotId: number,
  ): Promise<void>;
}
export const containment = createToken<Containment>('quality/Containment@1');

/** All of all who contain something; empty where nobody does. */
export async function holdingOf(
  services: Pick<Services, 'get' | 'all'>,
  unit: Pick<Services, 'db'>,
  facilityId: number,
  what: Contained,
): Promise<readonly Holding[]> {
  const found = await Promise.all(
    services.all(containment).map((each) => each.holding(services, unit, facilityId, what)),
  );
  return found.flat();
}
