import { CallError } from '@sinter/sdk/contract';
import { readSecurityPolicy, saveSecurityPolicy } from '@sinter/sdk/contract/host/security';
import { lockPlace, placeOf } from '@sinter/sdk/server';
import { applyPolicy, policyOf } from '../session/policy.ts';
import type { Parts } from './parts.ts';
import { roomTransaction } from './tables.ts';
import { say } from '../say.ts';

export function handlePolicy({ handle, db, sessions }: Parts): void {
  handle(readSecurityPolicy, (context) => policyOf(db, placeOf(context)));

  handle(saveSecurityPolicy, async (context, { body }) => {
    const { user } = context;
    if (user.facilityId !== null && !user.rootFacility) {
      throw new CallError('FORBIDDEN', say('setInRoot'));
    }
    await context.write(async (unit) => {
      const transaction = roomTransaction(unit.db);
      const place = placeOf(context);
      await lockPlace(transaction, place);
      const before = await policyOf(transaction, place);
      const stored = {
        second_factor: body.secondFactor,
        idle_minutes: body.idleMinutes,
        session_hours: body.sessionHours,
        updated_by: user.userId,
        updated_at: new Date(),
      };
      await transaction
        .insertInto('security_policy')
        .values({ facility_id: place.facilityId, company_id: place.companyId, ...stored })
        .onConflict((conflict) => conflict.columns(['facility_id', 'company_id']).doUpdateSet(stored))
        .execute();
      await applyPolicy(unit, place, body);
      const object = { objectKind: 'POLICY', objectId: String(place.facilityId ?? place.companyId) };
      await unit.audit({ action: 'policy.changed', ...object, before, after: body });
    });
    sessions.forget(user.userId);
    return body;
  });
}
