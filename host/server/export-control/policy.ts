import { CallError, type Principal } from '@sinter/sdk/contract';
import { readExportPolicy, saveExportPolicy, type ExportPolicy } from '@sinter/sdk/contract/exportControl';
import type { Host } from '../host.ts';
import { lockPlace } from '../people/giver.ts';
import { sessionsChanged } from '../push/outbox.ts';
import type { Place } from '../session/policy.ts';
import { type HostDb, hostTransaction, type HostTransaction } from '../session/tables.ts';
import { isIn } from './clearance.ts';

/** The root facility, which stands for the whole enterprise, or the buyer company. */
export async function enterpriseOf(
  db: HostDb | HostTransaction,
  { facilityId, companyId }: Pick<Principal, 'facilityId' | 'companyId'>,
): Promise<Place> {
  if (facilityId === null) return { facilityId, companyId };
  const { root } = await db
    .selectFrom('facility')
    .select((eb) => eb.fn.coalesce('root_facility_id', 'id').as('root'))
    .where('id', '=', facilityId)
    .executeTakeFirstOrThrow();
  return { facilityId: Number(root), companyId: null };
}

export async function policyOf(db: HostDb | HostTransaction, place: Place): Promise<ExportPolicy> {
  const row = await db
    .selectFrom('export_policy')
    .select(['enabled', 'networks'])
    .where((where) =>
      place.companyId === null
        ? where('facility_id', '=', place.facilityId)
        : where('company_id', '=', place.companyId),
    )
    .executeTakeFirst();
  return row ?? { enabled: false, networks: [] };
}

export function handleExportPolicy({ handle, db }: Host): void {
  handle(readExportPolicy, async ({ user }) => policyOf(db, await enterpriseOf(db, user)));

  handle(saveExportPolicy, async (context, { body }) => {
    if (!isIn(body.networks, context.request.ip)) {
      throw new CallError('INVALID_INPUT', undefined, {
        fields: { networks: `Your own address, ${context.request.ip}, is in none of them` },
      });
    }
    await context.write(async (unit) => {
      const transaction = hostTransaction(unit.db);
      const place = await enterpriseOf(transaction, context.user);
      await lockPlace(transaction, place);
      const before = await policyOf(transaction, place);
      await transaction
        .insertInto('export_policy')
        .values({ facility_id: place.facilityId, company_id: place.companyId, ...body })
        .onConflict((conflict) => conflict.columns(['facility_id', 'company_id']).doUpdateSet(body))
        .execute();
      const object = { objectKind: 'POLICY', objectId: String(place.facilityId ?? place.companyId) };
      await unit.audit({ action: 'export_control.policy_changed', ...object, before, after: body });
      const cleared = await transaction
        .selectFrom('export_clearance')
        .select('user_id')
        .where((where) =>
          place.companyId === null
            ? where('facility_id', '=', place.facilityId)
            : where('company_id', '=', place.companyId),
        )
        .execute();
      for (const { user_id } of cleared) await unit.emit(sessionsChanged, { userId: user_id }, {});
    });
    return body;
  });
}
