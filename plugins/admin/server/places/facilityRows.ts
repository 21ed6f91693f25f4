import type { Kysely } from 'kysely';
import type * as z from 'zod';
import { CallError } from '@sinter/sdk/contract';
import type { facilitySchema } from '@sinter/sdk/contract/admin/facilities';
import type { PostalAddress } from '@sinter/sdk/contract/host/addresses';
import { facilities, type FacilityUse, facilityUse, type Services, type Tables } from '@sinter/sdk/server';

export type FacilityDto = z.infer<typeof facilitySchema>;

type Asking = Pick<Services, 'get' | 'all'>;
type Db = Kysely<Tables>;

/** Facilities of the root's tree with what runs in them, the root first: a fixed number of queries however many. */
export async function readFacilities(services: Asking, db: Db, rootId: number, only?: number): Promise<FacilityDto[]> {
  const rows = services.get(facilities);
  const found = (await rows.inTree(db, rootId)).filter(({ id }) => only === undefined || id === only);
  const ids = found.map(({ id }) => id);
  const [machines, users, jobs, features] = await Promise.all([
    countUse(services, db, 'MACHINES', ids),
    rows.countPeople(db, ids),
    countUse(services, db, 'ACTIVE_JOBS', ids),
    rows.features(db, ids),
  ]);
  return found.map((facility) => ({
    id: facility.id,
    companyName: facility.companyName,
    code: facility.code,
    location: locationOf(facility.address),
    timeZone: facility.timeZone,
    currency: facility.currency,
    root: facility.rootFacilityId === null,
    active: facility.active,
    workplanEnabled: facility.workplanEnabled,
    itarEnabled: facility.itarEnabled,
    machines: machines.get(facility.id) ?? 0,
    users: users.get(facility.id) ?? 0,
    activeJobs: jobs.get(facility.id) ?? 0,
    flags: [...(features.get(facility.id) ?? [])],
  }));
}

/** One facility of the root's tree; throws NOT_FOUND for any other. */
export async function readFacility(services: Asking, db: Db, rootId: number, id: number): Promise<FacilityDto> {
  const [facility] = await readFacilities(services, db, rootId, id);
  if (!facility) throw new CallError('NOT_FOUND');
  return facility;
}

/** How much of a kind each facility has; none where no server half tells of it. */
export async function countUse(
  { all }: Asking,
  db: Db,
  kind: FacilityUse['kind'],
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const counts = new Map<number, number>();
  for (const use of all(facilityUse).filter((one) => one.kind === kind)) {
    for (const [id, count] of await use.count(db, ids)) counts.set(id, (counts.get(id) ?? 0) + count);
  }
  return counts;
}

const locationOf = (address: PostalAddress | null): string =>
  address ? [address.city, address.countryCode].filter((part) => part !== '').join(', ') : '';
