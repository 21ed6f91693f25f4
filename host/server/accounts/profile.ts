import { readUserProfile, updateUserProfile } from '@sinter/sdk/contract/host/account';
import type { Parts } from './parts.ts';
import { sessionsChanged } from '../events/outbox.ts';
import { requireProof } from '../identity/proof.ts';
import type { ActiveSession } from '../identity/activeSession.ts';
import { roomTransaction } from '../people/tables.ts';
import { mailAlreadyRegistered, mailVerification, verificationLink } from './links.ts';
import { countPersonalKeys } from '../keys/personal.ts';
import { countMail } from '../mail/countMail.ts';
import { personByEmail, personById } from './people.ts';

/** What people may change about themselves. */
export function handleProfile(host: Parts): void {
  const { handle, db, sessions, challenges, mail } = host;

  const read = async ({ user }: ActiveSession) => {
    const apiKeys = await countPersonalKeys(host.keysDb, user.id);
    const row = await db
      .selectFrom('app_user')
      .select(['first_name', 'last_name', 'email', 'pending_email', 'phone', 'date_format', 'language'])
      .select(({ eb }) => eb('password_hash', 'is not', null).as('has_password'))
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow();
    return {
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email,
      pendingEmail: row.pending_email,
      phone: row.phone,
      dateFormat: row.date_format,
      language: row.language,
      hasPassword: Boolean(row.has_password),
      apiKeys,
      memberRoles: user.memberRoles,
    };
  };

  handle(readUserProfile, ({ activeSession }) => read(activeSession));

  handle(updateUserProfile, async ({ activeSession, write }, { body }) => {
    const person = await personById(db, activeSession.user.id);
    const { id, email, pendingEmail, language } = person;
    const asked = body.email === email ? null : body.email;
    const isNew = asked !== null && asked !== pendingEmail;
    if (isNew) {
      // Passwords are reset by mail, so that changing the address needs the same proof as changing the password.
      requireProof(activeSession);
      await countMail(host, 'verify', asked);
    }
    await write(async (unit) => {
      const transaction = roomTransaction(unit.db);
      await transaction
        .updateTable('app_user')
        .set({
          first_name: body.firstName,
          last_name: body.lastName,
          phone: body.phone,
          date_format: body.dateFormat,
          language: body.language,
          pending_email: asked,
        })
        .where('id', '=', id)
        .execute();
      if (asked !== pendingEmail) await challenges.drop(verificationLink, id, transaction);
      if (isNew) {
        const name = `${body.firstName} ${body.lastName}`;
        // The answer does not tell whether the address has an account: only its owner gets a mail.
        const owner = await personByEmail(transaction, asked);
        if (owner && owner.id !== id) await mailAlreadyRegistered(host, unit, owner);
        else await mailVerification(host, unit, { id, email: asked, name, language });
        await mail.send(unit, 'emailChanging', { to: email, language, values: { name, newEmail: asked } });
        const after = { email: asked };
        const entry = { action: 'account.email_asked', objectKind: 'USER', objectId: String(id) };
        await unit.audit({ ...entry, before: { email }, after });
      }
      await unit.emit(sessionsChanged, { userId: id }, {});
    });
    sessions.forget(id);
    return read(activeSession);
  });
}
