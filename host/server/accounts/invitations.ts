import { sql } from 'kysely';
import { type AccountType, CallError, type Dashboard, type Role } from '@sinter/sdk/contract';
import { registerWithoutVerification } from '@sinter/sdk/contract/host/account';
import type { Parts } from './parts.ts';
import { linkHolds } from '../people/invited.ts';
import { sessionsChanged } from '../events/outbox.ts';
import { hashPassword } from '../session/passwords.ts';
import { sha256 } from '../identity/secretToken.ts';
import { type RoomDb, type RoomTransaction, roomTransaction } from '../people/tables.ts';
import { requireGoodPassword } from './passwordRules.ts';
import { personByEmail } from './people.ts';
import { say } from '../say.ts';

const firstDashboard: Record<AccountType, Dashboard> = {
  SERVICE_PROVIDER: 'NORMAL',
  ENGINEER: 'STORE_FRONT',
  THIRD_PARTY_ENGINEER: 'CONSUMER',
};

/** People who come because somebody has invited them. */
export function handleInvitations({ handle, db, sessions }: Parts): void {
  handle(registerWithoutVerification, async ({ session, write }, { body }) => {
    const tokenHash = sha256(body.token);
    const { email } = await readOpen(db, tokenHash);
    const known = await personByEmail(db, email);
    const { firstName, lastName } = body;
    let joining: (transaction: RoomTransaction) => Promise<number>;
    if (known) {
      // The link alone must not open an account that exists: its owner has to be signed in.
      if (session?.principal.via !== 'session' || session.user.id !== known.id) {
        throw new CallError('CONFLICT', say('hasAccount', { email: known.email }));
      }
      joining = async (transaction) => {
        await transaction.updateTable('app_user').set({ email_verified: true }).where('id', '=', known.id).execute();
        return known.id;
      };
    } else {
      await requireGoodPassword(body.password, [firstName, lastName, `${firstName} ${lastName}`, email]);
      const password_hash = await hashPassword(body.password);
      joining = async (transaction) => {
        const added = await transaction
          .insertInto('app_user')
          .values({ email, password_hash, first_name: firstName, last_name: lastName, email_verified: true })
          .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
          .returning('id')
          .executeTakeFirst();
        if (!added) throw new CallError('CONFLICT');
        return added.id;
      };
    }
    const userId = await write(async (unit) => {
      const transaction = roomTransaction(unit.db);
      const invitation = await accept(transaction, tokenHash);
      const id = await joining(transaction);
      const { role, account_type, member_roles, permissions_granted, permissions_revoked } = invitation;
      const place = await placeOf(transaction, invitation);
      const membership = await transaction
        .insertInto('membership')
        .values({
          user_id: id,
          role,
          account_type,
          member_roles,
          permissions_granted,
          permissions_revoked,
          ...place,
          dashboard: firstDashboard[account_type],
        })
        .onConflict((conflict) => conflict.columns(['user_id', 'facility_id', 'company_id']).doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!membership) throw new CallError('CONFLICT', say('inTeam'));
      if (known) await letSwitch(transaction, id, role);
      await unit.audit({
        action: 'team.member_joined',
        objectKind: 'MEMBERSHIP',
        objectId: String(membership.id),
        // The entry belongs to the place that invited them, not to the one they are signed in to.
        facilityId: invitation.facility_id ?? invitation.invited_by_facility_id,
        companyId: invitation.company_id,
        after: { email, memberRoles: member_roles, invitation: invitation.id },
      });
      await unit.emit(sessionsChanged, { userId: id }, {});
      return id;
    });
    sessions.forget(userId);
    return { success: 'true' as const };
  });
}

async function readOpen(db: RoomDb, tokenHash: string) {
  const invitation = await db
    .selectFrom('invitation')
    .select('email')
    .where('token_hash', '=', tokenHash)
    .where(linkHolds)
    .executeTakeFirst();
  if (!invitation) throw new CallError('LINK_EXPIRED');
  return invitation;
}

/** Works once: of two callers at the same moment one gets it. */
async function accept(db: RoomTransaction, tokenHash: string) {
  const invitation = await db
    .updateTable('invitation')
    .set({ accepted_at: sql`now()` })
    .where('token_hash', '=', tokenHash)
    .where(linkHolds)
    .returningAll()
    .executeTakeFirst();
  if (!invitation) throw new CallError('LINK_EXPIRED');
  return invitation;
}

/** Lets somebody with memberships on both sides switch between them, as far as their permissions allow. */
async function letSwitch(db: RoomTransaction, userId: number, joined: Role): Promise<void> {
  await db
    .updateTable('app_user')
    .set({ switch_account_enabled: true })
    .where('id', '=', userId)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('membership').select('id').where('user_id', '=', userId).where('role', '!=', joined)),
    )
    .execute();
}

/** Where they work; a third-party engineer comes with a company of their own. */
async function placeOf(db: RoomTransaction, invitation: Awaited<ReturnType<typeof accept>>) {
  const { account_type, facility_id, company_id, company_name, invited_by_facility_id } = invitation;
  if (account_type !== 'THIRD_PARTY_ENGINEER' || company_id !== null) return { facility_id, company_id };
  const company = await db
    .insertInto('company')
    .values({ name: company_name ?? invitation.email, let_in_by_facility_id: invited_by_facility_id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { facility_id: null, company_id: company.id };
}
