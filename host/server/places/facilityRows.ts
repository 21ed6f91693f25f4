import { sql } from 'kysely';
import type * as z from 'zod';
import { CallError } from '@sinter/sdk/contract';
import type { facilitySchema } from '@sinter/sdk/contract/host/facilities';
import type { FacilityUse } from '@sinter/sdk/server';
import { configTypeOf, platformFlags, readFlag } from '#registry/flags';
import { facilityElement } from '../records/records.ts';
import type { RoomDb } from './tables.ts';
import { readAddress } from './addresses.ts';

export type FacilityDto = z.infer<typeof facilitySchema>;

type Uses = readonly FacilityUse[];

const any = (values: readonly (number | string)[], type: 'bigint' | 'text') =>
  sql<never>`any(${[...values]}::${sql.raw(`${type}[]`)})`;

/** Facilities of the root's tree with what runs in them, the root first: a fixed number of queries however many. */
export async function readFacilities(db: RoomDb, uses: Uses, rootId: number, only?: number): Promise<FacilityDto[]> {
  let query = db
    .selectFrom('facility')
    .selectAll('facility')
    .where((where) => where.or([where('id', '=', rootId), where('root_facility_id', '=', rootId)]))
    .orderBy(({ eb }) => eb('root_facility_id', 'is not', null))
    .orderBy(sql`lower(company_name)`)
    .orderBy('id');
  if (only !== undefined) query = query.where('id', '=', only);
  const rows = await query.execute();
  const ids = rows.map((row) => row.id);
  const [machines, users, jobs, flags] = await Promise.all([
    countUse(db, uses, 'MACHINES', ids),
    countUsers(db, ids),
    countUse(db, uses, 'ACTIVE_JOBS', ids),
    readFlags(db, ids),
  ]);
  return rows.map((row) => ({
    id: row.id,
    companyName: row.company_name,
    code: row.code,
    location: locationOf(row.address),
    timeZone: row.time_zone,
    currency: row.currency,
    root: row.root_facility_id === null,
    active: row.active,
    workplanEnabled: row.workplan_enabled,
    itarEnabled: row.itar_enabled,
    machines: machines.get(row.id) ?? 0,
    users: users.get(row.id) ?? 0,
    activeJobs: jobs.get(row.id) ?? 0,
    flags: flags(row.id),
  }));
}

/** One facility of the root's tree; throws NOT_FOUND for any other. */
export async function readFacility(db: RoomDb, uses: Uses, rootId: number, id: number): Promise<FacilityDto> {
  const [facility] = await readFacilities(db, uses, rootId, id);
  if (!facility) throw new CallError('NOT_FOUND');
  return facility;
}

type Counts = Map<number, number>;
const toCounts = (rows: readonly { facility_id: number | null; count: number }[]): Counts =>
  new Map(rows.flatMap(({ facility_id, count }) => (facility_id === null ? [] : [[facility_id, count]])));

async function countUsers(db: RoomDb, ids: number[]): Promise<Counts> {
  const rows = await db
    .selectFrom('membership')
    .innerJoin('app_user', 'app_user.id', 'membership.user_id')
    .select(['facility_id', ({ fn }) => fn.countAll<number>().as('count')])
    .where('facility_id', '=', any(ids, 'bigint'))
    .where('membership.disabled', '=', false)
    .where('app_user.disabled', '=', false)
    .groupBy('facility_id')
    .execute();
  return toCounts(rows);
}

/** How much of a kind each facility has; none where no server half tells of it. */
export async function countUse(
  db: RoomDb,
  uses: Uses,
  kind: FacilityUse['kind'],
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const counts: Counts = new Map();
  for (const use of uses.filter((one) => one.kind === kind)) {
    for (const [id, count] of await use.count(db, ids)) counts.set(id, (counts.get(id) ?? 0) + count);
  }
  return counts;
}

/** The features that are on, by facility. */
async function readFlags(db: RoomDb, ids: number[]): Promise<(facilityId: number) => string[]> {
  const types = platformFlags.map(configTypeOf);
  const records = await db
    .selectFrom('config_record')
    .select(['config_type', 'element_id', 'config_value'])
    .where('active', '=', true)
    .where('config_type', '=', any(types, 'text'))
    .where((where) =>
      where.or([
        where('element_id', 'is', null),
        where.and([where('element_type', '=', facilityElement), where('element_id', '=', any(ids, 'bigint'))]),
      ]),
    )
    .execute();
  const values = new Map(records.map((row) => [`${row.config_type} ${row.element_id}`, row.config_value]));
  return (facilityId) =>
    platformFlags
      .filter((flag) => {
        const own = `${configTypeOf(flag)} ${facilityId}`;
        return readFlag(flag, values.get(values.has(own) ? own : `${configTypeOf(flag)} null`));
      })
      .map(({ key }) => key);
}

function locationOf(value: unknown): string {
  const address = readAddress(value);
  return address ? [address.city, address.countryCode].filter((part) => part !== '').join(', ') : '';
}
