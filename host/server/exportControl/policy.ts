import { CallError } from '@sinter/sdk/contract';
import { readExportPolicy, saveExportPolicy } from '@sinter/sdk/contract/host/exportControl';
import type { Parts } from './parts.ts';
import { lockPlace } from '@sinter/sdk/server';
import { sessionsChanged } from '../events/outbox.ts';
import { roomTransaction } from './tables.ts';
import { enterpriseOf, policyOf } from '../clearance/policy.ts';
import { isIn } from '../clearance/clearance.ts';
import { say } from '../say.ts';

export function handleExportPolicy({ handle, db, gains }: Parts): void {
  handle(readExportPolicy, async ({ user }) => policyOf(db, await enterpriseOf(db, user)));

  handle(saveExportPolicy, async (context, { body }) => {
    if (!isIn(body.networks, context.request.ip)) {
      throw new CallError('INVALID_INPUT', undefined, {
        fields: { networks: say('ownAddressOut', { address: context.request.ip }) },
      });
    }
    await context.write(async (unit) => {
      const transaction = roomTransaction(unit.db);
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
      if (body.enabled && !before.enabled && place.facilityId !== null) {
        const { facilityId: root } = place;
        const tree = await transaction
          .selectFrom('facility')
          .select('id')
          .where((where) => where.or([where('id', '=', root), where('root_facility_id', '=', root)]))
          .execute();
        for (const { id } of tree) for (const each of gains()) await each.gained(unit, id);
      }
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
