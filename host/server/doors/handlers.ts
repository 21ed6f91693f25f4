import type { Selectable } from 'kysely';
import type * as z from 'zod';
import { CallError } from '@sinter/sdk/contract';
import {
  addFrontDoor,
  checkFrontDoor,
  deleteFrontDoor,
  type frontDoorSchema,
  listFrontDoors,
} from '@sinter/sdk/contract/host/frontDoors';
import { themeChanged } from '@sinter/sdk/contract/host/events';
import type { Work } from '@sinter/sdk/server';
import { configurationChanged } from '../events/outbox.ts';
import { newToken } from '../identity/secretToken.ts';
import { say } from '../say.ts';
import type { Parts } from './parts.ts';
import { readProofs, recordOf, valueOf } from './proof.ts';
import { type DoorTables, type RoomDb, roomTransaction } from './tables.ts';

/** As nodes tell each other that addresses have changed hands. */
export const doorConfigType = 'FRONT_DOOR';
const mostDoors = 50;

type Row = Selectable<DoorTables['front_door']>;

const toDoor = (row: Row): z.output<typeof frontDoorSchema> => ({
  id: row.id,
  domain: row.domain,
  verified: row.verified_at !== null,
  checkedAt: row.checked_at?.toISOString() ?? null,
  record: recordOf(row.domain),
  value: valueOf(row.token),
});

/** The addresses that an enterprise claims, and showing that they are its own. */
export function handleFrontDoors({ handle, db, doors, resolveTxt }: Parts): void {
  const mine = (own: RoomDb, facilityId: number) =>
    own.selectFrom('front_door').selectAll().where('facility_id', '=', facilityId);

  handle(listFrontDoors, async ({ facilityId }) => {
    const [rows, site] = await Promise.all([mine(db, facilityId).orderBy('domain').execute(), doors.ofSite()]);
    return { facilityId, isDefault: site === facilityId, doors: rows.map(toDoor) };
  });

  handle(addFrontDoor, async ({ facilityId, write }, { body: { domain } }) =>
    write(async (unit) => {
      const own = roomTransaction(unit.db);
      await own.selectFrom('facility').select('id').where('id', '=', facilityId).forNoKeyUpdate().execute();
      if ((await mine(own, facilityId).execute()).length >= mostDoors) {
        throw new CallError('CONFLICT', say('tooManyDomains', { most: mostDoors }));
      }
      const row = await own
        .insertInto('front_door')
        .values({ facility_id: facilityId, domain, token: newToken() })
        .onConflict((conflict) => conflict.columns(['facility_id', 'domain']).doNothing())
        .returningAll()
        .executeTakeFirst();
      if (!row) throw new CallError('CONFLICT', say('domainListed', { domain }));
      await tell(unit, 'door.claimed', row);
      return toDoor(row);
    }),
  );

  handle(checkFrontDoor, async ({ facilityId, write }, { params }) => {
    const asked = await mine(db, facilityId).where('id', '=', params.id).executeTakeFirst();
    if (!asked) throw new CallError('NOT_FOUND');
    const { domain } = asked;
    const proofs = await readProofs(domain, resolveTxt);
    const checked = await write(async (unit) => {
      const own = roomTransaction(unit.db);
      // Of two enterprises that both show their records at this moment one comes first.
      const rows = await own
        .selectFrom('front_door')
        .selectAll()
        .where('domain', '=', domain)
        .orderBy('id')
        .forUpdate()
        .execute();
      const row = rows.find(({ id }) => id === asked.id);
      if (!row) throw new CallError('NOT_FOUND');
      const proved = proofs.has(valueOf(row.token));
      const owner = rows.find(({ id, verified_at }) => verified_at !== null && id !== row.id);
      if (proved && owner) {
        if (proofs.has(valueOf(owner.token))) throw new CallError('CONFLICT', say('domainTaken', { domain }));
        await own.updateTable('front_door').set({ verified_at: null }).where('id', '=', owner.id).execute();
        await tell(unit, 'door.lost', owner);
      }
      const changed = await own
        .updateTable('front_door')
        .set({ checked_at: new Date(), verified_at: proved ? (row.verified_at ?? new Date()) : null })
        .where('id', '=', row.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      if (proved !== (row.verified_at !== null)) await tell(unit, proved ? 'door.verified' : 'door.lost', row);
      return toDoor(changed);
    });
    doors.forget();
    return checked;
  });

  handle(deleteFrontDoor, async ({ facilityId, write }, { params }) => {
    await write(async (unit) => {
      const row = await roomTransaction(unit.db)
        .deleteFrom('front_door')
        .where('id', '=', params.id)
        .where('facility_id', '=', facilityId)
        .returningAll()
        .executeTakeFirst();
      if (!row) throw new CallError('NOT_FOUND');
      await tell(unit, 'door.removed', row);
    });
    doors.forget();
    return { success: 'true' as const };
  });
}

/** The entry, which belongs to the enterprise whose address it is or was, and the word to nodes and open pages. */
async function tell(unit: Work, action: string, { id, domain, facility_id }: Row): Promise<void> {
  const object = { objectKind: 'FRONT_DOOR', objectId: String(id), facilityId: facility_id };
  await unit.audit({ action, ...object, after: { domain } });
  await unit.emit(configurationChanged, { configType: doorConfigType }, {});
  await unit.emit(themeChanged, {}, { facilityIds: [facility_id] });
}
