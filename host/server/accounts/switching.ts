import { sql } from 'kysely';
import { CallError } from '@sinter/sdk/contract';
import { switchFacility, switchRole } from '@sinter/sdk/contract/host/account';
import type { Parts } from './parts.ts';
import { usable } from '../identity/usable.ts';
import { renewSession } from '../session/signIn.ts';
import type { Renewal } from '../session/sessions.ts';
import type { RoomDb } from '../people/tables.ts';
import { say } from '../say.ts';

type Place = NonNullable<Renewal['place']>;

/** Changing to another role or facility: only the rights that are held there count from then on. */
export function handleSwitching(host: Parts): void {
  const { handle, db } = host;

  handle(switchRole, async (context, { params }) => {
    const { user } = context.activeSession;
    if (user.defaultRole === params.role) return user;
    const membership = await db
      .selectFrom('membership')
      .select(['id', 'facility_id', 'company_id'])
      .where('user_id', '=', user.id)
      .where('role', '=', params.role)
      .where(usable('membership'))
      .orderBy('id')
      .executeTakeFirst();
    if (!membership) throw new CallError('FORBIDDEN', say('notYourRole'));
    const { facility_id: facilityId, company_id: companyId } = membership;
    const place: Place = { membershipId: membership.id, facilityId, companyId, visiting: false };
    return renewSession(switchRole, host, context, { place }, (unit) =>
      unit.audit({
        action: 'session.role_switched',
        objectKind: 'USER',
        objectId: String(user.id),
        before: { role: user.defaultRole },
        after: { role: params.role },
      }),
    );
  });

  handle(switchFacility, async (context, { params }) => {
    const { user } = context.activeSession;
    if (user.serviceProvider?.id === params.id) return user;
    const place = (await ownPlace(db, user.id, params.id)) ?? (await overseenPlace(db, user.id, params.id));
    if (!place) throw new CallError('NOT_FOUND');
    return renewSession(switchFacility, host, context, { place }, (unit) =>
      unit.audit({
        action: 'facility.switched',
        objectKind: 'FACILITY',
        objectId: String(params.id),
        facilityId: params.id,
        before: { facilityId: user.serviceProvider?.id ?? null },
        after: { facilityId: params.id },
      }),
    );
  });
}

/** A facility that the user belongs to. */
async function ownPlace(db: RoomDb, userId: number, facilityId: number): Promise<Place | null> {
  const membership = await db
    .selectFrom('membership')
    .select('id')
    .where('user_id', '=', userId)
    .where('facility_id', '=', facilityId)
    .where(usable('membership'))
    .executeTakeFirst();
  return membership ? { membershipId: membership.id, facilityId, companyId: null, visiting: false } : null;
}

/** A facility of a tree whose root the user is super admin of. */
async function overseenPlace(db: RoomDb, userId: number, facilityId: number): Promise<Place | null> {
  const membership = await db
    .selectFrom('membership')
    .innerJoin('facility', 'facility.root_facility_id', 'membership.facility_id')
    .select('membership.id')
    .where('membership.user_id', '=', userId)
    .where(sql<boolean>`'SP_SUPER_ADMIN' = any(membership.member_roles)`)
    .where('facility.id', '=', facilityId)
    .where('facility.active', '=', true)
    .where(usable('membership'))
    .executeTakeFirst();
  return membership ? { membershipId: membership.id, facilityId, companyId: null, visiting: true } : null;
}
