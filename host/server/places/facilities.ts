import { sql } from 'kysely';
import { CallError } from '@sinter/sdk/contract';
import { registryChanged } from '@sinter/sdk/contract/host/events';
import { addFacility, listFacilities, updateFacility } from '@sinter/sdk/contract/host/facilities';
import type { FacilityUse, Work } from '@sinter/sdk/server';
import type { Host } from '../host.ts';
import { facilityElement } from '../records/records.ts';
import { lockPlace } from '../identity/place.ts';
import { sessionsChanged } from '../events/outbox.ts';
import { type RoomTransaction, roomTransaction } from './tables.ts';
import { countUse, type FacilityDto, readFacilities, readFacility } from './facilityRows.ts';
import { requireCurrency, requireTimeZone } from './standards.ts';

const objectOf = (id: number) => ({ objectKind: 'FACILITY', objectId: String(id) });

/** The enterprise as its root facility sees it: the guard lets nobody else in, so the active facility is the root. */
export function handleFacilities({ handle, db, sessions, facilityUses }: Host): void {
  const read = (within: RoomTransaction, rootId: number, id: number) =>
    readFacility(within, facilityUses(), rootId, id);
  handle(listFacilities, ({ facilityId }) => readFacilities(db, facilityUses(), facilityId));

  handle(addFacility, ({ facilityId: rootId, user, write }, { body }) => {
    requireTimeZone(body.timeZone);
    requireCurrency(body.currency);
    return write(async (unit) => {
      const transaction = roomTransaction(unit.db);
      await lockPlace(transaction, { facilityId: rootId, companyId: null });
      await requireFreeCode(transaction, rootId, body.code, null);
      const source = body.copyFrom === null ? null : await read(transaction, rootId, body.copyFrom);
      const { id } = await transaction
        .insertInto('facility')
        .values({
          company_name: body.companyName,
          code: body.code,
          time_zone: body.timeZone,
          currency: body.currency,
          root_facility_id: rootId,
          ...(source ? { workplan_enabled: source.workplanEnabled } : {}),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      if (source) await copySettings(transaction, source.id, id, user.userId);
      const added = await read(transaction, rootId, id);
      await unit.audit({ action: 'facility.added', ...objectOf(id), after: { ...added, copyFrom: body.copyFrom } });
      return added;
    });
  });

  handle(updateFacility, async (context, { params: { id }, body }) => {
    requireTimeZone(body.timeZone);
    const rootId = context.facilityId;
    const updated = await context.write(async (unit) => {
      const transaction = roomTransaction(unit.db);
      await lockPlace(transaction, { facilityId: rootId, companyId: null });
      const before = await read(transaction, rootId, id);
      await requireFreeCode(transaction, rootId, body.code, id);
      if (before.active && !body.active) await requireIdle(transaction, facilityUses(), before);
      await transaction
        .updateTable('facility')
        .set({
          company_name: body.companyName,
          code: body.code,
          time_zone: body.timeZone,
          workplan_enabled: body.workplanEnabled,
          itar_enabled: body.itarEnabled,
          active: body.active,
        })
        .where('id', '=', id)
        .execute();
      const after = await read(transaction, rootId, id);
      const action = actionOf(before, after);
      await unit.audit({ action, ...objectOf(id), before, after });
      if (id !== rootId) await unit.audit({ action, ...objectOf(id), facilityId: id, before, after });
      await announce(unit, transaction, id);
      return after;
    });
    sessions.forget(context.user.userId);
    return updated;
  });
}

const actionOf = (before: FacilityDto, after: FacilityDto): string =>
  before.active === after.active ? 'facility.updated' : after.active ? 'facility.opened' : 'facility.closed';

/** Two facilities with one short name could not be told apart on a label. */
async function requireFreeCode(db: RoomTransaction, rootId: number, code: string, own: number | null): Promise<void> {
  if (code === '') return;
  const taken = await db
    .selectFrom('facility')
    .select('company_name')
    .where((where) => where.or([where('id', '=', rootId), where('root_facility_id', '=', rootId)]))
    .where(sql`lower(code)`, '=', code.toLowerCase())
    .where('id', 'is distinct from', own)
    .executeTakeFirst();
  if (!taken) return;
  throw new CallError('INVALID_INPUT', undefined, { fields: { code: `${taken.company_name} has this code` } });
}

async function requireIdle(
  db: RoomTransaction,
  uses: readonly FacilityUse[],
  { id, root, activeJobs }: FacilityDto,
): Promise<void> {
  if (root) throw new CallError('CONFLICT', 'The root facility cannot be closed.');
  const orders = (await countUse(db, uses, 'OPEN_ORDERS', [id])).get(id) ?? 0;
  const open = [counted(orders, 'open order'), counted(activeJobs, 'active job')].filter((text) => text !== '');
  if (open.length > 0) throw new CallError('CONFLICT', `The facility still has ${open.join(' and ')}.`);
}

const counted = (count: number, what: string): string =>
  count === 0 ? '' : `${count} ${what}${count === 1 ? '' : 's'}`;

/** Departments and configuration records, which hold the registry's state too. Secrets, people and machines stay. */
async function copySettings(db: RoomTransaction, from: number, to: number, userId: number): Promise<void> {
  await sql`with copied as (
      insert into config_record (config_type, element_type, element_id, config_value, active, updated_by)
      select config_type, element_type, ${to}, config_value, active, ${userId} from config_record
      where element_type = ${facilityElement} and element_id = ${from}
      returning *)
    insert into config_revision (config_record_id, revision, config_value, active, updated_by, updated_at)
    select id, revision, config_value, active, updated_by, updated_at from copied`.execute(db);
  await sql`insert into department (facility_id, name)
    select ${to}, name from department where facility_id = ${from}`.execute(db);
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
