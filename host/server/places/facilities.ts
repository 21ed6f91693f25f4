import { sql } from 'kysely';
import { postalAddressSchema } from '@sinter/sdk/contract/host/addresses';
import { registryChanged } from '@sinter/sdk/contract/host/events';
import type { Facilities, FacilityChange, FacilityRecord, NewFacility, Work } from '@sinter/sdk/server';
import { sessionsChanged } from '../events/outbox.ts';
import { facilityElement } from '../records/records.ts';
import { themeConfigType } from '../theme/theme.ts';
import { featuresOf } from './features.ts';
import { type RoomDb, type RoomTransaction, roomDb, roomTransaction } from './tables.ts';

export const anyOf = (ids: readonly number[]) => sql<number>`any(${[...ids]}::bigint[])`;

export const facilityService: Facilities = {
  async find(db, id) {
    const row = await select(roomDb(db)).where('id', '=', id).executeTakeFirst();
    return row ? toRecord(row) : null;
  },

  async inTree(db, rootId) {
    const rows = await select(roomDb(db))
      .where((where) => where.or([where('id', '=', rootId), where('root_facility_id', '=', rootId)]))
      .orderBy(({ eb }) => eb('root_facility_id', 'is not', null))
      .orderBy(sql`lower(company_name)`)
      .orderBy('id')
      .execute();
    return rows.map(toRecord);
  },

  async countPeople(db, ids) {
    const rows = await roomDb(db)
      .selectFrom('membership')
      .innerJoin('app_user', 'app_user.id', 'membership.user_id')
      .select(['facility_id', ({ fn }) => fn.countAll<number>().as('count')])
      .where('facility_id', '=', anyOf(ids))
      .where('membership.disabled', '=', false)
      .where('app_user.disabled', '=', false)
      .groupBy('facility_id')
      .execute();
    return new Map(rows.flatMap((row) => (row.facility_id === null ? [] : [[row.facility_id, row.count]])));
  },

  features: (db, ids) => featuresOf(roomDb(db), ids),

  async add(unit, { settingsOf, userId, ...facility }) {
    const db = roomTransaction(unit.db);
    const { id } = await db.insertInto('facility').values(newRow(facility)).returning('id').executeTakeFirstOrThrow();
    if (settingsOf !== null) await copySettings(db, settingsOf, id, userId);
    return id;
  },

  async change(unit, id, change) {
    const db = roomTransaction(unit.db);
    await db.updateTable('facility').set(changedRow(change)).where('id', '=', id).execute();
    await announce(unit, db, id);
  },
};

const select = (db: RoomDb) =>
  db
    .selectFrom('facility')
    .select([
      'id',
      'root_facility_id as rootFacilityId',
      'company_name as companyName',
      'code',
      'address',
      'phone',
      'website',
      'description',
      'logo_file_id as logoFileId',
      'time_zone as timeZone',
      'currency',
      'workplan_enabled as workplanEnabled',
      'itar_enabled as itarEnabled',
      'marketplace',
      'active',
    ]);

const toRecord = ({
  address,
  ...facility
}: Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]): FacilityRecord => ({
  ...facility,
  address: postalAddressSchema.nullable().parse(address),
});

const newRow = (facility: Omit<NewFacility, 'settingsOf' | 'userId'>) => ({
  company_name: facility.companyName,
  code: facility.code,
  time_zone: facility.timeZone,
  currency: facility.currency,
  root_facility_id: facility.rootFacilityId,
  workplan_enabled: facility.workplanEnabled,
});

/** What is `undefined` stays as it is. */
const changedRow = (change: FacilityChange) => ({
  company_name: change.companyName,
  code: change.code,
  address: change.address && JSON.stringify(change.address),
  phone: change.phone,
  website: change.website,
  description: change.description,
  logo_file_id: change.logoFileId,
  time_zone: change.timeZone,
  workplan_enabled: change.workplanEnabled,
  itar_enabled: change.itarEnabled,
  marketplace: change.marketplace,
  active: change.active,
});

/** Configuration records, which hold the registry's state too. Secrets, people and machines stay. */
async function copySettings(db: RoomTransaction, from: number, to: number, userId: number): Promise<void> {
  await sql`with copied as (
      insert into config_record (config_type, element_type, element_id, config_value, active, updated_by)
      select config_type, element_type, ${to}, config_value, active, ${userId} from config_record
      where element_type = ${facilityElement} and element_id = ${from} and config_type <> ${themeConfigType}
      returning *)
    insert into config_revision (config_record_id, revision, config_value, active, updated_by, updated_at)
    select id, revision, config_value, active, updated_by, updated_at from copied`.execute(db);
}

/** Whoever is at work in the facility feels it: closed, or called something else. */
async function announce(unit: Work, db: RoomTransaction, facilityId: number): Promise<void> {
  const people = await db
    .selectFrom('session')
    .innerJoin('membership', 'membership.id', 'session.membership_id')
    .select('session.user_id')
    .distinct()
    .where((where) =>
      where.or([where('membership.facility_id', '=', facilityId), where('session.facility_id', '=', facilityId)]),
    )
    .execute();
  for (const { user_id } of people) await unit.emit(sessionsChanged, { userId: user_id }, {});
  await unit.emit(registryChanged, { facilityId }, { facilityIds: [facilityId] });
}
