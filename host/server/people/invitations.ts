import { CallError } from '@sinter/sdk/contract';
import type { InvitationRecord, Invitations, Place, Work } from '@sinter/sdk/server';
import type { RateLimiter } from '../http/rateLimit.ts';
import { newToken, sha256 } from '../identity/secretToken.ts';
import { countMail } from '../mail/countMail.ts';
import type { Mail } from '../mail/mail.ts';
import { findInvited, isInvited, listInvited } from './invited.ts';
import { type RoomTransaction, roomTransaction } from './tables.ts';

const days = 7;
const validUntil = (): Date => new Date(Date.now() + days * 24 * 60 * 60_000);

export interface InvitationParts {
  mail: Mail;
  limiter: RateLimiter;
  /** Where people reach this site, without a slash at the end. */
  publicUrl: () => string;
}

export function createInvitations({ mail, limiter, publicUrl }: InvitationParts): Invitations {
  async function deliver(unit: Work, place: Place, id: number, token: string, invitedBy: number) {
    const invitation = await findInvited(unit.db, place, id);
    if (!invitation) throw new CallError('NOT_FOUND');
    const inviter = await unit.db
      .selectFrom('app_user')
      .select(['first_name', 'last_name', 'language'])
      .where('id', '=', invitedBy)
      .executeTakeFirstOrThrow();
    await mail.send(unit, 'invitation', {
      to: invitation.email,
      language: inviter.language,
      values: {
        inviter: `${inviter.first_name} ${inviter.last_name}`.trim(),
        companyName: invitation.invitingPlace,
        link: `${publicUrl()}/invitation/${token}`,
        days,
      },
    });
    return invitation;
  }

  return {
    inTeam: listInvited,
    find: findInvited,
    hasAddress: isInvited,
    countMail: (email) => countMail({ limiter }, 'invite', email),

    async send(
      unit,
      { email, kind, side, accountType, place, companyName, rights, invitedBy },
    ): Promise<InvitationRecord> {
      const outside = kind === 'THIRD_PARTY';
      const token = newToken();
      const { id } = await roomTransaction(unit.db)
        .insertInto('invitation')
        .values({
          token_hash: sha256(token),
          email,
          role: side,
          account_type: accountType,
          facility_id: outside ? null : place.facilityId,
          company_id: place.companyId,
          company_name: outside ? companyName : null,
          invited_by_facility_id: outside ? place.facilityId : null,
          member_roles: [...rights.memberRoles],
          permissions_granted: [...rights.granted],
          permissions_revoked: [...rights.revoked],
          invited_by: invitedBy,
          expires_at: validUntil(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return deliver(unit, place, id, token, invitedBy);
    },

    async sendAgain(unit, place, id, invitedBy) {
      const token = newToken();
      const change = { token_hash: sha256(token), expires_at: validUntil(), invited_by: invitedBy };
      await changeOpen(roomTransaction(unit.db), id, change);
      return deliver(unit, place, id, token, invitedBy);
    },

    revoke: (unit, id) => changeOpen(roomTransaction(unit.db), id, { revoked_at: new Date() }),
  };
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
