import { CallError } from '@sinter/sdk/contract';
import { registryChanged } from '@sinter/sdk/contract/host/events';
import {
  enableMember,
  listTeam,
  moveMember,
  resetMemberFactors,
  type TeamMember,
  updateMember,
} from '@sinter/sdk/contract/host/team';
import type { Host } from '../host.ts';
import { endSessions } from '../session/endSessions.ts';
import type { Place } from '@sinter/sdk/server';
import type { RoomTransaction } from './tables.ts';
import { type Changing, changeMember, inPlace } from './change.ts';
import { readGiver } from './callerRights.ts';
import { placeOf } from '@sinter/sdk/server';
import { listInvited } from './invited.ts';
import { listMembers, type Member, otherMemberships, requireInTree, toMemberDto } from './members.ts';
import {
  exceeds,
  isAdmin,
  isSuperAdmin,
  requireMayGive,
  requirePossible,
  type Rights,
  storedAuthorities,
} from './rights.ts';

export function handleTeam(host: Host): void {
  const { handle, db } = host;

  handle(listTeam, async (context, { query }) => {
    const place = placeOf(context);
    if (query.kind === 'THIRD_PARTY' && place.facilityId === null) throw new CallError('FORBIDDEN');
    const [giver, members, invited] = await Promise.all([
      readGiver(db, context),
      listMembers(db, place, query.kind, query.size),
      query.invited === 'true' ? listInvited(db, place, query.kind, query.size) : [],
    ]);
    const { userId } = context.user;
    const people: TeamMember[] = members.map((member) => toMemberDto(member, giver, userId));
    return [...people, ...invited.map((one) => one.toDto(giver))].slice(0, query.size);
  });

  handle(updateMember, (context, { params, body }) =>
    changeMember(host, context, {
      find: inPlace(context, params.id),
      endsSuperAdmin: !isSuperAdmin(body.memberRoles),
      apply: async (changing) => {
        const { member, giver } = changing;
        const after: Rights = {
          memberRoles: [...new Set(body.memberRoles)],
          granted: [...new Set(body.granted)],
          revoked: [...new Set(body.revoked)],
          authorities: storedAuthorities(member.side, body.authorities),
        };
        requirePossible(member.side, after, giver);
        requireMayGive(giver, member.rights, after);
        await store(changing, after, [...new Set(body.departmentIds)]);
      },
    }),
  );

  handle(enableMember, (context, { params, body: { enabled } }) =>
    changeMember(host, context, {
      find: inPlace(context, params.id),
      endsSuperAdmin: !enabled,
      apply: async ({ unit, db: transaction, member }) => {
        await transaction.updateTable('membership').set({ disabled: !enabled }).where('id', '=', member.id).execute();
        if (!enabled) await endSessions(unit, member.userId, { only: { membershipId: member.id } });
        await unit.audit({
          action: enabled ? 'team.member_enabled' : 'team.member_disabled',
          ...person(member),
          before: { enabled: member.enabled, place: member.placeName },
          after: { enabled, place: member.placeName },
        });
      },
    }),
  );

  handle(moveMember, (context, { params, body }) =>
    changeMember(host, context, {
      find: (transaction) => requireInTree(transaction, context.facilityId, params.id),
      endsSuperAdmin: true,
      apply: async ({ unit, db: transaction, member }) => {
        const to = await requireDestination(transaction, context.facilityId, member, body.facilityId);
        await transaction.deleteFrom('membership_department').where('membership_id', '=', member.id).execute();
        await transaction
          .updateTable('session')
          .set({ facility_id: null })
          .where('membership_id', '=', member.id)
          .execute();
        await transaction.updateTable('membership').set({ facility_id: to.id }).where('id', '=', member.id).execute();
        const entry = {
          action: 'team.member_moved',
          ...person(member),
          before: { place: member.placeName, departments: member.departments.map(({ name }) => name) },
          after: { place: to.company_name, departments: [] },
        };
        await unit.audit({ ...entry, facilityId: member.facilityId });
        await unit.audit({ ...entry, facilityId: to.id });
        await unit.emit(registryChanged, { facilityId: to.id }, { facilityIds: [to.id] });
      },
    }),
  );

  handle(resetMemberFactors, (context, { params }) =>
    changeMember(host, context, {
      find: inPlace(context, params.id),
      endsSuperAdmin: false,
      apply: async (changing) => {
        await requireNoSayElsewhere(changing, placeOf(context));
        const { unit, db: transaction, member } = changing;
        for (const table of ['totp', 'passkey', 'recovery_code'] as const) {
          await transaction.deleteFrom(table).where('user_id', '=', member.userId).execute();
        }
        await endSessions(unit, member.userId);
        await host.mail.send(unit, 'factorsChanged', {
          to: member.email,
          language: member.language,
          values: { name: nameOf(member), what: 'ALL_REMOVED', address: context.request.ip },
        });
        await unit.audit({
          action: 'team.factors_reset',
          ...person(member),
          before: { secondFactor: member.secondFactor },
          after: { secondFactor: false },
        });
      },
    }),
  );
}

/** What is done to a third-party engineer is for their own company to read, too. */
const person = ({ userId, kind, companyId }: Member) => ({
  objectKind: 'USER',
  objectId: String(userId),
  ...(kind === 'THIRD_PARTY' ? { companyId } : {}),
});
const nameOf = ({ firstName, lastName }: Member): string => `${firstName} ${lastName}`.trim();

async function store({ unit, db, member }: Changing, after: Rights, departmentIds: number[]): Promise<void> {
  const departments = await readDepartments(db, member, departmentIds);
  await db
    .updateTable('membership')
    .set({
      member_roles: [...after.memberRoles],
      permissions_granted: [...after.granted],
      permissions_revoked: [...after.revoked],
      authorities: [...after.authorities],
    })
    .where('id', '=', member.id)
    .execute();
  await db.deleteFrom('membership_department').where('membership_id', '=', member.id).execute();
  if (departments.length > 0) {
    await db
      .insertInto('membership_department')
      .values(departments.map(({ id }) => ({ membership_id: member.id, department_id: id })))
      .execute();
  }
  await unit.audit({
    action: 'team.member_updated',
    ...person(member),
    before: { ...member.rights, departments: member.departments.map(({ name }) => name) },
    after: { ...after, departments: departments.map(({ name }) => name) },
  });
}

async function readDepartments(db: RoomTransaction, { facilityId, companyId }: Member, ids: number[]) {
  if (ids.length === 0) return [];
  const found = await db
    .selectFrom('department')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .where((where) =>
      companyId === null ? where('facility_id', '=', facilityId) : where('company_id', '=', companyId),
    )
    .orderBy('name')
    .execute();
  if (found.length < ids.length) {
    throw new CallError('INVALID_INPUT', undefined, { fields: { departmentIds: 'There is no such department here' } });
  }
  return found;
}

/** A facility of the tree that is open, where they are not yet. */
async function requireDestination(db: RoomTransaction, rootId: number, member: Member, facilityId: number) {
  const to = await db
    .selectFrom('facility')
    .select(['id', 'company_name', 'active'])
    .where('id', '=', facilityId)
    .where((where) => where.or([where('id', '=', rootId), where('root_facility_id', '=', rootId)]))
    .executeTakeFirst();
  if (!to) throw new CallError('NOT_FOUND');
  if (!to.active) throw new CallError('CONFLICT', `${to.company_name} is closed.`);
  const there = await db
    .selectFrom('membership')
    .select('id')
    .where('user_id', '=', member.userId)
    .where('facility_id', '=', facilityId)
    .executeTakeFirst();
  if (there) throw new CallError('CONFLICT', `They are in the team of ${to.company_name} already.`);
  return to;
}

/** Factors are a person's, not a membership's: nobody takes them from somebody who looks after another company. */
async function requireNoSayElsewhere({ db, member, giver }: Changing, { facilityId }: Place): Promise<void> {
  const others = await otherMemberships(db, member);
  if (others.length === 0) return;
  const here = await db
    .selectFrom('facility')
    .select((eb) => eb.fn.coalesce('root_facility_id', 'id').as('rootId'))
    .where('id', '=', facilityId)
    .executeTakeFirst();
  const above = others.some(({ rootId, letInBy, rights }) => {
    const within = here !== undefined && (rootId === here.rootId || letInBy === facilityId);
    return within ? exceeds(rights, giver) : isAdmin(rights.memberRoles);
  });
  if (above) throw new CallError('FORBIDDEN', 'They look after another company, where you have no say.');
}
