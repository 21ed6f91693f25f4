import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import type { inviteToProject } from '@sinter/sdk/contract/projects/members';
import { invitations, members, placeOf, wrongField, type CallContext, type Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { lockProject, sideOf, type OwnProject, type Side } from './access.ts';
import { join, worksThere } from './members.ts';
import { detail } from './read.ts';
import { fullName } from './partners.ts';
import { record } from './record.ts';
import { say } from './texts.ts';

type Input = CallArguments<typeof inviteToProject>;
type Outcome = CallResult<typeof inviteToProject>['outcome'];

export async function invite(
  context: CallContext,
  { params, body }: Input,
): Promise<CallResult<typeof inviteToProject>> {
  const { user, get } = context;
  await get(invitations).countMail(body.email);
  const outcome = await context.write(async (unit): Promise<Outcome> => {
    const project = await lockProject(unit, user, params.id, 'OWN');
    const other: Side = sideOf(user) === 'FACILITY' ? 'COMPANY' : 'FACILITY';
    const placeId = other === 'FACILITY' ? project.facilityId : project.companyId;
    if (placeId !== null) {
      const userId = await personThere(context, unit, body.email, other, placeId);
      await join(context, unit, project, { userId, side: other, role: body.role });
      return 'ADDED';
    }
    if (other === 'FACILITY') throw wrongField('email', say('nobodyYet'));
    await inviteCustomer(context, unit, project, body);
    return 'INVITED';
  });
  return { outcome, project: await detail(context, params.id) };
}

async function personThere(
  { get }: CallContext,
  unit: Work,
  email: string,
  side: Side,
  placeId: number,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from app_user where lower(email) = lower(${email})
  `.execute(unit.db);
  for (const { id } of rows) {
    const places = await get(members).ofUser(unit.db, id);
    const at = places.find((one) => placeId === (side === 'FACILITY' ? one.facilityId : one.companyId));
    if (at && worksThere(at)) return id;
  }
  throw wrongField('email', say('nobodyThere', { place: await placeName(unit, side, placeId) }));
}

async function placeName(unit: Work, side: Side, id: number): Promise<string> {
  const { rows } = await (
    side === 'FACILITY'
      ? sql<{ name: string }>`select company_name as name from facility where id = ${id}`
      : sql<{ name: string }>`select name from company where id = ${id}`
  ).execute(unit.db);
  return rows[0]?.name ?? '';
}

/** They come with a company of their own, and into the project when they first look at their projects. */
async function inviteCustomer(
  context: CallContext,
  unit: Work,
  project: OwnProject,
  { email, companyName, role }: Input['body'],
): Promise<void> {
  const { user, get } = context;
  if (!user.permissions.includes('SP_TEAM_EDITOR')) throw new CallError('FORBIDDEN', say('mayNotInvite'));
  if (companyName === '') throw wrongField('companyName', say('companyNeeded'));
  const { rows } = await sql`
    insert into project_invitation (project_id, email, role) values (${project.id}, lower(${email}), ${role})
    on conflict do nothing returning email
  `.execute(unit.db);
  if (rows.length === 0) throw new CallError('CONFLICT', say('alreadyIn'));
  const place = placeOf(context);
  const known =
    (await get(members).hasAddress(unit.db, place, 'THIRD_PARTY', email)) ||
    (await get(invitations).hasAddress(unit.db, place, 'THIRD_PARTY', email));
  if (!known) {
    const invited = await get(invitations).send(unit, {
      ...{ email, companyName, place, kind: 'THIRD_PARTY', side: 'ROLE_ENGINEER', invitedBy: user.userId },
      accountType: 'THIRD_PARTY_ENGINEER',
      rights: { memberRoles: ['ENG_NON_ADMIN'], granted: [], revoked: [] },
    });
    await unit.audit({
      action: 'team.invited',
      objectKind: 'INVITATION',
      objectId: String(invited.id),
      after: { email, memberRoles: invited.rights.memberRoles },
    });
  }
  await record(unit, user, project, { what: 'INVITED', subject: email });
}

interface Waiting {
  id: number;
  role: 'EDITOR' | 'READER';
}

/** A buyer who was invited by their address comes into the project, and their company with them. */
export async function comeIn(context: CallContext): Promise<void> {
  const { user, db } = context;
  if (user.companyId === null || user.via !== 'session') return;
  const waiting = sql<Waiting>`
    select p.id, i.role from project_invitation i join project p on p.id = i.project_id
    where i.email = (select lower(email) from app_user where id = ${user.userId})
      and coalesce(p.company_id, ${user.companyId}) = ${user.companyId}`;
  if ((await waiting.execute(db)).rows.length === 0) return;
  await context.write(async (unit) => {
    const { rows } = await sql<Waiting>`${waiting} for update of p, i`.execute(unit.db);
    for (const { id, role } of rows) {
      await sql`update project set company_id = ${user.companyId} where id = ${id}`.execute(unit.db);
      await sql`
        insert into project_member (project_id, user_id, side, role) values (${id}, ${user.userId}, 'COMPANY', ${role})
        on conflict do nothing
      `.execute(unit.db);
      await sql`
        delete from project_invitation where project_id = ${id}
          and email = (select lower(email) from app_user where id = ${user.userId})
      `.execute(unit.db);
      await record(
        unit,
        user,
        { id },
        { what: 'MEMBER_ADDED', subject: await fullName(unit.db, user.userId), to: role },
      );
    }
  });
}
