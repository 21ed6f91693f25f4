import { sql } from 'kysely';
import { CallError } from '@sinter/sdk/contract';
import { postalAddressSchema } from '@sinter/sdk/contract/host/addresses';
import {
  deleteDeliveryAddress,
  listDeliveryAddresses,
  saveDeliveryAddress,
} from '@sinter/sdk/contract/admin/deliveryAddresses';
import { type CallContext, lockPlace, type Place, placeOf, type ServerHost } from '@sinter/sdk/server';
import { type AdminDb, adminDb } from '../tables.ts';
import { requireCountry } from './standards.ts';

export function handleAddresses({ handle, db }: ServerHost): void {
  handle(listDeliveryAddresses, (context) => listOf(adminDb(db), placeOf(context)));

  handle(saveDeliveryAddress, (context, { body: { id, isDefault, ...address } }) => {
    requireEditor(context);
    requireCountry(address);
    return context.write(async (unit) => {
      const transaction = adminDb(unit.db);
      const place = placeOf(context);
      await lockPlace(transaction, place);
      const before = id === undefined ? undefined : await requireOne(transaction, place, id);
      if (isDefault) await dropDefault(transaction, place);
      const stored = { address: JSON.stringify(address), is_default: isDefault };
      const { id: savedId } = await (id === undefined
        ? transaction
            .insertInto('delivery_address')
            .values({ facility_id: place.facilityId, company_id: place.companyId, ...stored })
            .returning('id')
            .executeTakeFirstOrThrow()
        : transaction
            .updateTable('delivery_address')
            .set(stored)
            .where('id', '=', id)
            .returning('id')
            .executeTakeFirstOrThrow());
      await keepOneDefault(transaction, place);
      const after = await requireOne(transaction, place, savedId);
      const action = id === undefined ? 'address.added' : 'address.changed';
      await unit.audit({ action, objectKind: 'ADDRESS', objectId: String(savedId), before, after });
      return after;
    });
  });

  handle(deleteDeliveryAddress, async (context, { params }) => {
    requireEditor(context);
    return context.write(async (unit) => {
      const transaction = adminDb(unit.db);
      const place = placeOf(context);
      await lockPlace(transaction, place);
      const before = await requireOne(transaction, place, params.id);
      await transaction.deleteFrom('delivery_address').where('id', '=', params.id).execute();
      await keepOneDefault(transaction, place);
      await unit.audit({ action: 'address.removed', objectKind: 'ADDRESS', objectId: String(params.id), before });
      return { success: 'true' as const };
    });
  });
}

function requireEditor({ user }: CallContext): void {
  if (user.facilityId !== null && !user.permissions.includes('FACILITY_CONFIG_EDITOR'))
    throw new CallError('FORBIDDEN');
}

const inPlace = ({ facilityId, companyId }: Place) =>
  companyId === null ? sql<boolean>`facility_id = ${facilityId}` : sql<boolean>`company_id = ${companyId}`;

async function dropDefault(db: AdminDb, place: Place): Promise<void> {
  await db.updateTable('delivery_address').set({ is_default: false }).where(inPlace(place)).execute();
}

async function listOf(db: AdminDb, place: Place) {
  const rows = await db
    .selectFrom('delivery_address')
    .select(['id', 'address', 'is_default'])
    .where(inPlace(place))
    .orderBy('is_default', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ id: row.id, ...postalAddressSchema.parse(row.address), isDefault: row.is_default }));
}

async function requireOne(db: AdminDb, place: Place, id: number) {
  const found = (await listOf(db, place)).find((address) => address.id === id);
  if (!found) throw new CallError('NOT_FOUND');
  return found;
}

/** Where there are addresses, one of them is the default: the oldest when none was chosen. */
async function keepOneDefault(db: AdminDb, place: Place): Promise<void> {
  const addresses = await listOf(db, place);
  const [first] = addresses;
  if (!first || addresses.some(({ isDefault }) => isDefault)) return;
  await db.updateTable('delivery_address').set({ is_default: true }).where('id', '=', first.id).execute();
}
