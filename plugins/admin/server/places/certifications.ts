import { sql } from 'kysely';
import { CallError } from '@sinter/sdk/contract';
import { deleteCertification, listCertifications, saveCertification } from '@sinter/sdk/contract/admin/certifications';
import type { ServerHost } from '@sinter/sdk/server';
import { type AdminDb, adminDb } from '../tables.ts';

const objectKind = 'CERTIFICATION';

export function handleCertifications({ handle, db }: ServerHost): void {
  handle(listCertifications, ({ facilityId }) =>
    certificationsOf(adminDb(db), facilityId)
      .orderBy(sql`valid_until nulls last`)
      .orderBy('name')
      .execute(),
  );

  handle(saveCertification, ({ facilityId, write }, { body: { id, name, issuer, validUntil } }) =>
    write(async (unit) => {
      const transaction = adminDb(unit.db);
      const stored = { name, issuer, valid_until: validUntil };
      if (id === undefined) {
        const added = await transaction
          .insertInto('certification')
          .values({ facility_id: facilityId, ...stored })
          .returning('id')
          .executeTakeFirstOrThrow();
        const after = { name, issuer, validUntil };
        await unit.audit({ action: 'certification.added', objectKind, objectId: String(added.id), after });
        return { id: added.id, ...after };
      }
      const before = await requireCertification(transaction, facilityId, id);
      await transaction.updateTable('certification').set(stored).where('id', '=', id).execute();
      const after = { id, name, issuer, validUntil };
      await unit.audit({ action: 'certification.changed', objectKind, objectId: String(id), before, after });
      return after;
    }),
  );

  handle(deleteCertification, ({ facilityId, write }, { params: { id } }) =>
    write(async (unit) => {
      const transaction = adminDb(unit.db);
      const before = await requireCertification(transaction, facilityId, id);
      await transaction.deleteFrom('certification').where('id', '=', id).execute();
      await unit.audit({ action: 'certification.removed', objectKind, objectId: String(id), before });
      return { success: 'true' as const };
    }),
  );
}

const certificationsOf = (db: AdminDb, facilityId: number) =>
  db
    .selectFrom('certification')
    .select(['id', 'name', 'issuer', 'valid_until as validUntil'])
    .where('facility_id', '=', facilityId);

/** Locks it: its audit entry says what was there before. */
async function requireCertification(db: AdminDb, facilityId: number, id: number) {
  const found = await certificationsOf(db, facilityId).where('id', '=', id).forUpdate().executeTakeFirst();
  if (!found) throw new CallError('NOT_FOUND');
  return found;
}
