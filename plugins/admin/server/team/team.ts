import { CallError, type Dashboard } from '@sinter/sdk/contract';
import {
  enableMember,
  listTeam,
  moveMember,
  resetMemberFactors,
  teamChanged,
  updateMember,
} from '@sinter/sdk/contract/admin/team';
import {
  type CallContext,
  facilities,
  type FacilityRecord,
  invitations,
  members,
  placeOf,
  type Rights,
  type ServerHost,
  type Work,
} from '@sinter/sdk/server';
import { readCallerRights } from './callerRights.ts';
import { type Changing, changeMember } from './change.ts';
import { requireDepartments, setDepartments } from './departments.ts';
import { toInvitedDto } from './invitations.ts';
import { isActive, listMembers, type Member, requireInTree, requireMember } from './members.ts';
import { dashboardsOf } from '../../shared/dashboards.ts';
import { isAdmin, isSuperAdmin } from '../../shared/functions.ts';
import { exceeds, requireMayGive, requirePossible, storedAuthorities } from './rights.ts';
import { say } from '../texts.ts';

export function handleTeam({ handle }: ServerHost): void {
  handle(listTeam, async (context, { query: { kind, size, invited } }) => {
    const place = placeOf(context);
    if (kind === 'THIRD_PARTY' && place.facilityId === null) throw new CallError('FORBIDDEN');
    const { db, get } = context;
    const [caller, people, open] = await Promise.all([
      readCallerRights(context, db),
      listMembers(context, place, kind, size),
      invited === 'true' ? get(invitations).inTeam(db, place, kind, size) : [],
    ]);
    return [...people(caller), ...open.map((one) => toInvitedDto(one, caller))].slice(0, size);
  });

  handle(updateMember, (context, { params, body }) =>
    changeMember(context, {
      find: requireMember(context, params.id),
      endsSuperAdmin: !isSuperAdmin(body.memberRoles),
      apply: async (changing) => {
        const { member, caller } = changing;
        const after: Rights = {
          memberRoles: [...new Set(body.memberRoles)],
          granted: [...new Set(body.granted)],
          revoked: [...new Set(body.revoked)],
          authorities: storedAuthorities(member.side, body.authorities),
        };
        requirePossible(member.side, after, caller);
        requireMayGive(caller, member.rights, after);
        const dashboard = body.dashboard ?? member.dashboard;
        requireDashboard(member, dashboard);
        await store(context, changing, { ...after, dashboard }, [...new Set(body.departmentIds)]);
      },
    }),
  );

  handle(enableMember, (context, { params, body: { enabled } }) =>
    changeMember(context, {
      find: requireMember(context, params.id),
      endsSuperAdmin: !enabled,
      apply: async ({ unit, member }) => {
        await context.get(members).setEnabled(unit, member, enabled);
        await unit.audit({
          action: enabled ? 'team.member_enabled' : 'team.member_disabled',
          ...person(member),
          before: { enabled: isActive(member), place: member.placeName },
          after: { enabled, place: member.placeName },
        });
        const { facilityId, userId } = member;
        if (facilityId !== null && enabled !== isActive(member)) {
          const what = enabled ? ('ENABLED' as const) : ('DISABLED' as const);
          await unit.emit(teamChanged, { facilityId, what, userId, invitationId: null }, { facilityIds: [facilityId] });
        }
      },
    }),
  );

  handle(moveMember, (context, { params, body }) =>
    changeMember(context, {
      find: requireInTree(context, params.id),
      endsSuperAdmin: true,
      apply: async ({ unit, member }) => {
        const to = await requireDestination(context, unit, member, body.facilityId);
        await setDepartments(unit.db, member.id, []);
        await context.get(members).move(unit, member, to.id);
        const entry = {
          action: 'team.member_moved',
          ...person(member),
          before: { place: member.placeName, departments: member.departments.map(({ name }) => name) },
          after: { place: to.companyName, departments: [] },
        };
        await unit.audit({ ...entry, facilityId: member.facilityId });
        await unit.audit({ ...entry, facilityId: to.id });
      },
    }),
  );

  handle(resetMemberFactors, (context, { params }) =>
    changeMember(context, {
      find: requireMember(context, params.id),
      endsSuperAdmin: false,
      apply: async (changing) => {
        await requireNoSayElsewhere(context, changing);
        const { unit, member } = changing;
        await context.get(members).resetFactors(unit, member, context.address);
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

function requireDashboard({ accountType, dashboard: before }: Member, dashboard: Dashboard): void {
  if (dashboard === before || dashboardsOf[accountType].includes(dashboard)) return;
  throw new CallError('INVALID_INPUT', undefined, { fields: { dashboard: say('noDashboard') } });
}

async function store(
  { get }: CallContext,
  { unit, member }: Changing,
  { dashboard, ...after }: Rights & { dashboard: Dashboard },
  departmentIds: number[],
): Promise<void> {
  const departments = await requireDepartments(unit.db, member, departmentIds);
  await get(members).setRights(unit, member, after);
  if (dashboard !== member.dashboard) await get(members).setDashboard(unit, member, dashboard);
  await setDepartments(unit.db, member.id, departments);
  await unit.audit({
    action: 'team.member_updated',
    ...person(member),
    before: {
      ...member.rights,
      dashboard: member.dashboard,
      departments: member.departments.map(({ name }) => name),
    },
    after: { ...after, dashboard, departments: departments.map(({ name }) => name) },
  });
}

/** A facility of the tree that is open, where they are not yet. */
async function requireDestination(
  { get, facilityId: rootId }: CallContext,
  { db }: Work,
  member: Member,
  facilityId: number,
): Promise<FacilityRecord> {
  const to = await get(facilities).find(db, facilityId);
  if (!to || (to.rootFacilityId ?? to.id) !== rootId) throw new CallError('NOT_FOUND');
  if (!to.active) throw new CallError('CONFLICT', say('closed', { facility: to.companyName }));
  const everywhere = await get(members).ofUser(db, member.userId);
  if (everywhere.some((one) => one.facilityId === facilityId)) {
    throw new CallError('CONFLICT', say('inTeamOf', { facility: to.companyName }));
  }
  return to;
}

/** Factors are a person's, not a membership's: nobody takes them from somebody who looks after another company. */
async function requireNoSayElsewhere(context: CallContext, { unit: { db }, member, caller }: Changing): Promise<void> {
  const { get } = context;
  const everywhere = await get(members).ofUser(db, member.userId);
  const others = everywhere.filter(({ id, enabled }) => id !== member.id && enabled);
  if (others.length === 0) return;
  const { facilityId } = placeOf(context);
  const here = facilityId === null ? null : await get(facilities).find(db, facilityId);
  const above = others.some(({ rootFacilityId, letInByFacilityId, rights }) => {
    const within =
      here !== null && (rootFacilityId === (here.rootFacilityId ?? here.id) || letInByFacilityId === here.id);
    return within ? exceeds(rights, caller) : isAdmin(rights.memberRoles);
  });
  if (above) throw new CallError('FORBIDDEN', say('otherCompany'));
}
