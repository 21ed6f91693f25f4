import { sql } from 'kysely';
import { CallError } from '@sinter/sdk/contract';
import { invite, readInvitation, resendInvitation, revokeInvitation } from '@sinter/sdk/contract/host/team';
import type { Work } from '@sinter/sdk/server';
import { countMail } from '../mail/countMail.ts';
import type { Host } from '../host.ts';
import type { RequestContext } from '../http/context.ts';
import { sha256 } from '../identity/secretToken.ts';
import { newToken } from '../identity/secretToken.ts';
import { type RoomTransaction, roomTransaction } from './tables.ts';
import { readGiver, requireTeamEditor, towards } from './callerRights.ts';
import { lockPlace, placeOf } from '@sinter/sdk/server';
import { findTaken, type Invited, requireInvited, requireLinked } from './invited.ts';
import { exceeds, type Giver, requireMayGive, requirePossible, type Rights } from './rights.ts';

const days = 7;
const validUntil = (): Date => new Date(Date.now() + days * 24 * 60 * 60_000);

export function handleInvitations(host: Host): void {
  const { handle, db } = host;

  handle(invite, async (context, { body }) => {
    await countMail(host, 'invite', body.email);
    return inviting(context, async ({ unit, transaction, giver }) => {
      const place = placeOf(context);
      const { kind } = body;
      const outside = kind === 'THIRD_PARTY';
      if (outside && place.facilityId === null) throw new CallError('FORBIDDEN');
      if (outside && !body.companyName) {
        throw new CallError('INVALID_INPUT', undefined, { fields: { companyName: 'Please enter company name' } });
      }
      const rights: Rights = {
        memberRoles: [...new Set(body.memberRoles)],
        granted: [...new Set(body.granted)],
        revoked: [...new Set(body.revoked)],
        authorities: [],
      };
      const { role, accountType } = outside
        ? { role: 'ROLE_ENGINEER' as const, accountType: 'THIRD_PARTY_ENGINEER' as const }
        : context.user;
      requirePossible(role, rights, giver);
      requireMayGive(towards(kind, giver), null, rights);
      const taken = await findTaken(transaction, place, kind, body.email);
      if (taken === 'member') throw new CallError('CONFLICT', 'Somebody with this address is in the team already.');
      if (taken) throw new CallError('CONFLICT', 'They have been invited already. Send that invitation again.');

      const token = newToken();
      const { id } = await transaction
        .insertInto('invitation')
        .values({
          token_hash: sha256(token),
          email: body.email,
          role,
          account_type: accountType,
          facility_id: outside ? null : place.facilityId,
          company_id: place.companyId,
          company_name: outside ? body.companyName : null,
          invited_by_facility_id: outside ? place.facilityId : null,
          member_roles: [...rights.memberRoles],
          permissions_granted: [...rights.granted],
          permissions_revoked: [...rights.revoked],
          invited_by: context.user.userId,
          expires_at: validUntil(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const invited = await requireInvited(transaction, place, id);
      await mail(host, unit, context, invited, token);
      await unit.audit({ action: 'team.invited', ...objectOf(invited), after: told(invited) });
      return invited.toDto(giver);
    });
  });

  handle(resendInvitation, async (context, { params }) => {
    await countMail(host, 'invite', (await requireInvited(db, placeOf(context), params.id)).email);
    return inviting(context, async ({ unit, transaction, giver }) => {
      const before = await requireChangeable(transaction, context, giver, params.id);
      const token = newToken();
      const invited_by = context.user.userId;
      await changeOpen(transaction, params.id, { token_hash: sha256(token), expires_at: validUntil(), invited_by });
      const invited = await requireInvited(transaction, placeOf(context), params.id);
      await mail(host, unit, context, invited, token);
      await unit.audit({
        action: 'team.invitation_resent',
        ...objectOf(invited),
        before: told(before),
        after: told(invited),
      });
      return invited.toDto(giver);
    });
  });

  handle(revokeInvitation, (context, { params }) =>
    inviting(context, async ({ unit, transaction, giver }) => {
      const invited = await requireChangeable(transaction, context, giver, params.id);
      await changeOpen(transaction, params.id, { revoked_at: new Date() });
      await unit.audit({ action: 'team.invitation_revoked', ...objectOf(invited), before: told(invited) });
      return { success: 'true' as const };
    }),
  );

  handle(readInvitation, async (_context, { query }) => {
    const invited = await requireLinked(db, sha256(query.token));
    const account = await db
      .selectFrom('app_user')
      .select('id')
      .where(sql`lower(email)`, '=', invited.email.toLowerCase())
      .executeTakeFirst();
    return {
      email: invited.email,
      companyName: invited.host,
      accountType: invited.accountType,
      validUntil: invited.validUntil.toISOString(),
      known: account !== undefined,
    };
  });
}

interface Inviting {
  unit: Work;
  transaction: RoomTransaction;
  giver: Giver;
}

/** Under the lock of the place, so that nobody is invited twice, nor by somebody who may no longer. */
function inviting<T>(context: RequestContext, work: (inviting: Inviting) => Promise<T>): Promise<T> {
  return context.write(async (unit) => {
    const transaction = roomTransaction(unit.db);
    await lockPlace(transaction, placeOf(context));
    const giver = await readGiver(transaction, context);
    requireTeamEditor(giver);
    return work({ unit, transaction, giver });
  });
}

async function requireChangeable(
  db: RoomTransaction,
  context: RequestContext,
  giver: Giver,
  id: number,
): Promise<Invited> {
  const invited = await requireInvited(db, placeOf(context), id);
  if (exceeds(invited.rights, towards(invited.kind, giver))) {
    throw new CallError('FORBIDDEN', 'They are going to do more than you.');
  }
  return invited;
}

/** Throws NOT_FOUND for one that is accepted at this very moment: nothing is left to take back. */
async function changeOpen(
  db: RoomTransaction,
  id: number,
  change: { token_hash: string; expires_at: Date; invited_by: number } | { revoked_at: Date },
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('invitation')
    .set(change)
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new CallError('NOT_FOUND');
}

function mail(
  host: Host,
  unit: Work,
  { activeSession: { user } }: RequestContext,
  { email, host: companyName }: Invited,
  token: string,
): Promise<void> {
  return host.mail.send(unit, 'invitation', {
    to: email,
    language: user.language,
    values: {
      inviter: `${user.firstName} ${user.lastName}`.trim(),
      companyName,
      link: `${host.publicUrl()}/invitation/${token}`,
      days,
    },
  });
}

const objectOf = ({ id }: Invited) => ({ objectKind: 'INVITATION', objectId: String(id) });

const told = ({ email, placeName, rights: { memberRoles, granted, revoked }, validUntil: until }: Invited) => ({
  ...{ email, place: placeName, memberRoles, granted, revoked },
  validUntil: until.toISOString(),
});
