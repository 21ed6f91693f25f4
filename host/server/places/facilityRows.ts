import { sql } from 'kysely';
import type * as z from 'zod';
import { CallError, flagKeySchema } from '@sinter/sdk/contract';
import type { facilitySchema } from '@sinter/sdk/contract/facilities';
import { statusGroups } from '@sinter/sdk/contract/orders';
import { flagRecords, readFlag } from '#registry/flags';
import { facilityElement } from '../modules/facility-states.ts';
import type { HostDb } from '../session/tables.ts';
import { readAddress } from './addresses.ts';

export type FacilityDto = z.infer<typeof facilitySchema>;

const activeJobs = ['QUEUED', 'WAITING', 'IN_PROGRESS', 'PAUSED'];
const openMatches = (['NEW', 'QUOTING', 'DECIDING', 'AWARDED', 'SHIPPED', 'ON_HOLD'] as const).flatMap(
  (group) => statusGroups[group],
);

const any = (values: readonly (number | string)[], type: 'bigint' | 'text') =>
  sql<never>`any(${[...values]}::${sql.raw(`${type}[]`)})`;

/** Facilities of the root's tree with what runs in them, the root first: a fixed number of queries however many. */
export async function readFacilities(db: HostDb, rootId: number, only?: number): Promise<FacilityDto[]> {
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
    countMachines(db, ids),
    countUsers(db, ids),
    countJobs(db, ids),
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
export async function readFacility(db: HostDb, rootId: number, id: number): Promise<FacilityDto> {
  const [facility] = await readFacilities(db, rootId, id);
  if (!facility) throw new CallError('NOT_FOUND');
  return facility;
}

/** Orders that are waiting for something from the facility, or from its customer. */
export async function countOpenOrders(db: HostDb, facilityId: number): Promise<number> {
  const { count } = await db
    .selectFrom('rfq_match')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('facility_id', '=', facilityId)
    .where('status', '=', any(openMatches, 'text'))
    .executeTakeFirstOrThrow();
  return count;
}

type Counts = Map<number, number>;
const toCounts = (rows: readonly { facility_id: number | null; count: number }[]): Counts =>
  new Map(rows.flatMap(({ facility_id, count }) => (facility_id === null ? [] : [[facility_id, count]])));

async function countMachines(db: HostDb, ids: number[]): Promise<Counts> {
  const rows = await db
    .selectFrom('equipment')
    .select(['facility_id', ({ fn }) => fn.countAll<number>().as('count')])
    .where('facility_id', '=', any(ids, 'bigint'))
    .where('hidden', '=', false)
    .groupBy('facility_id')
    .execute();
  return toCounts(rows);
}

async function countUsers(db: HostDb, ids: number[]): Promise<Counts> {
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

async function countJobs(db: HostDb, ids: number[]): Promise<Counts> {
  const rows = await db
    .selectFrom('job')
    .select(['facility_id', ({ fn }) => fn.countAll<number>().as('count')])
    .where('facility_id', '=', any(ids, 'bigint'))
    .where('status', '=', any(activeJobs, 'text'))
    .groupBy('facility_id')
    .execute();
  return toCounts(rows);
}

/** The features that are on, by facility. */
async function readFlags(db: HostDb, ids: number[]): Promise<(facilityId: number) => string[]> {
  const types = flagKeySchema.options.map((key) => flagRecords[key].configType);
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
    flagKeySchema.options.filter((key) => {
      const { configType } = flagRecords[key];
      const own = `${configType} ${facilityId}`;
      return readFlag(key, values.get(values.has(own) ? own : `${configType} null`));
    });
}

function locationOf(value: unknown): string {
  const address = readAddress(value);
  return address ? [address.city, address.countryCode].filter((part) => part !== '').join(', ') : '';
}
