import { sql } from 'kysely';
import * as z from 'zod';
import { CallError } from '@sinter/sdk/contract';
import { register, resendEmailVerification, verifyEmail } from '@sinter/sdk/contract/host/account';
import type { Parts } from './parts.ts';
import { sessionsChanged } from '../events/outbox.ts';
import { hashPassword, verifyPassword } from '../session/passwords.ts';
import { roomTransaction } from '../people/tables.ts';
import { inEqualTime } from './inEqualTime.ts';
import { mailAlreadyRegistered, mailVerification, resetLink, verificationLink } from './links.ts';
import { countMail } from '../mail/countMail.ts';
import { registrationsPerDay } from '../http/limits.ts';
import { minutesOfDay, networkOf } from '../http/rateLimit.ts';
import { requireGoodPassword } from './passwordRules.ts';
import { personByEmail, personById } from './people.ts';

const done = { success: 'true' as const };
const duplicate = z.object({ code: z.literal('23505') });

/** Accounts of people who register without an invitation, and the verification of their addresses. */
export function handleRegistration(host: Parts): void {
  const { handle, db, challenges } = host;

  handle(register, ({ write, address }, { body }) =>
    inEqualTime(async () => {
      const key = `registrations ${networkOf(address)}`;
      await host.limiter.countEverywhere(key, registrationsPerDay, minutesOfDay, 'registrations');
      const { firstName, lastName, email, companyName } = body;
      await requireGoodPassword(body.password, [firstName, lastName, `${firstName} ${lastName}`, email, companyName]);
      await countMail(host, 'register', email);
      const known = await personByEmail(db, email);
      // The same person once more: the message has not come. Anybody else learns and changes nothing.
      const again = (await verifyPassword(known?.passwordHash ?? null, body.password)) && !known?.emailVerified;
      const password_hash = await hashPassword(body.password);
      await write(async (unit) => {
        const transaction = roomTransaction(unit.db);
        const added = await transaction
          .insertInto('app_user')
          .values({
            email,
            password_hash,
            first_name: firstName,
            last_name: lastName,
            ...(body.language !== undefined && { language: body.language }),
          })
          .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
          .returning(['id', 'language'])
          .executeTakeFirst();
        if (!added) {
          const owner = await personByEmail(transaction, email);
          if (owner && !owner.disabled) await (again ? mailVerification : mailAlreadyRegistered)(host, unit, owner);
          return;
        }
        const company = await transaction
          .insertInto('company')
          .values({ name: companyName })
          .returning('id')
          .executeTakeFirstOrThrow();
        await transaction
          .insertInto('membership')
          .values({
            user_id: added.id,
            company_id: company.id,
            role: 'ROLE_ENGINEER',
            account_type: 'ENGINEER',
            member_roles: ['ENG_SUPER_ADMIN'],
            dashboard: 'STORE_FRONT',
          })
          .execute();
        await mailVerification(host, unit, { ...added, email, name: `${firstName} ${lastName}` });
      });
      return done;
    }),
  );

  handle(verifyEmail, async ({ write }, { params }) => {
    const userId = await write(async (unit) => {
      const transaction = roomTransaction(unit.db);
      const challenge = await challenges.take(verificationLink, params.hash, transaction);
      if (challenge.userId === null) throw new CallError('LINK_EXPIRED');
      const { id, email, pendingEmail } = await personById(transaction, challenge.userId);
      const proved = challenge.data.email;
      if (proved === pendingEmail) {
        await transaction
          .updateTable('app_user')
          .set({ email: proved, pending_email: null, email_verified: true })
          .where('id', '=', id)
          .execute();
        // Links that went to the address before are no longer this user's.
        await challenges.drop(resetLink, id, transaction);
        await unit.audit({
          action: 'account.email_changed',
          objectKind: 'USER',
          objectId: String(id),
          before: { email },
          after: { email: proved },
        });
      } else if (proved === email) {
        await transaction.updateTable('app_user').set({ email_verified: true }).where('id', '=', id).execute();
      } else {
        throw new CallError('LINK_EXPIRED');
      }
      await unit.emit(sessionsChanged, { userId: id }, {});
      return id;
    }).catch((error: unknown) => {
      // Meanwhile somebody else has an account with the address.
      throw duplicate.safeParse(error).success ? new CallError('LINK_EXPIRED') : error;
    });
    host.sessions.forget(userId);
    return done;
  });

  handle(resendEmailVerification, async ({ user, write }) => {
    const person = await personById(db, user.userId);
    const email = person.pendingEmail ?? (person.emailVerified ? null : person.email);
    if (email === null) return done;
    await countMail(host, 'verify', email);
    await write(async (unit) => {
      // The address of another account cannot be taken; its owner got a mail when it was asked for.
      if (email === person.email || !(await personByEmail(roomTransaction(unit.db), email)))
        await mailVerification(host, unit, { ...person, email });
    });
    return done;
  });
}
