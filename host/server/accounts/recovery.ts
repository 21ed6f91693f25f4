import { CallError } from '@sinter/sdk/contract';
import { changePassword, forgotPassword, resetPassword } from '@sinter/sdk/contract/host/account';
import type { Work } from '@sinter/sdk/server';
import type { Parts } from './parts.ts';
import { endSessions } from '../session/endSessions.ts';
import type { RequestContext } from '../http/context.ts';
import { countPersonalKeys, endPersonalKeys } from '../keys/personal.ts';
import { roomTransaction as keysTransaction } from '../keys/tables.ts';
import { forgetDevices, rememberDevice } from '../session/knownDevices.ts';
import { hashPassword } from '../session/passwords.ts';
import { renewSession, signInTicket } from '../session/signIn.ts';
import { roomTransaction } from '../people/tables.ts';
import { inEqualTime } from './inEqualTime.ts';
import { resetLink } from './links.ts';
import { countMail } from '../mail/countMail.ts';
import { requireGoodPassword } from './passwordRules.ts';
import { firstPlace, type Person, personByEmail, personById } from './people.ts';
import { say } from '../say.ts';

const done = { success: 'true' as const };

/** Passwords that were forgotten, and new ones. */
export function handleRecovery(host: Parts): void {
  const { handle, db, challenges, mail, sessions } = host;

  handle(forgotPassword, ({ write }, { body }) =>
    inEqualTime(async () => {
      await countMail(host, 'reset', body.email);
      const person = await personByEmail(db, body.email);
      // Somebody without a password signs in through single sign-on alone: a reset must not give them one.
      const known = person && !person.disabled && person.passwordHash !== null ? person : null;
      await write(async (unit) => {
        const options = { db: roomTransaction(unit.db), ...(known && { userId: known.id }) };
        // Made for an unknown address too, so that both take the same time; that link opens nothing.
        const token = await challenges.ask(resetLink, { email: body.email }, options);
        if (!known) return;
        const values = { name: known.name, link: `${host.publicUrl()}/reset-password/${token}` };
        await mail.send(unit, 'resetPassword', { to: known.email, language: known.language, values });
      });
      return done;
    }),
  );

  handle(resetPassword, async (context, { params, body }) => {
    const { userId } = await challenges.look(resetLink, params.token);
    if (userId === null) throw new CallError('LINK_EXPIRED');
    const person = await personById(db, userId);
    if (person.disabled) throw new CallError('LINK_EXPIRED');
    const passwordHash = await newHash(person, body.password);
    await context.write(async (unit) => {
      const { data } = await challenges.take(resetLink, params.token, roomTransaction(unit.db));
      // The link was opened from this mailbox: the address is verified.
      const proved = data.email.toLowerCase() === person.email.toLowerCase();
      const verified = { emailVerified: person.emailVerified || proved };
      // The mailbox shows that it is their account, not that they want what was made before.
      await setPassword(unit, person, { passwordHash, ...verified, keepKeys: false }, context);
      await endSessions(unit, userId);
      // There is no session that says where the entry belongs: it goes to the person's first place.
      const home = await firstPlace(roomTransaction(unit.db), userId);
      await unit.audit({ action: 'account.password_reset', objectKind: 'USER', objectId: String(userId), ...home });
    });
    sessions.forget(userId);
    return done;
  });

  handle(changePassword, async (context, { body }) => {
    const person = await personById(db, context.user.userId);
    if (person.passwordHash === null) {
      throw new CallError('FORBIDDEN', say('noOwnPassword'));
    }
    const { id, emailVerified } = person;
    const passwordHash = await newHash(person, body.password);
    await renewSession(changePassword, host, context, {}, async (unit) => {
      await setPassword(unit, person, { passwordHash, emailVerified, keepKeys: body.keepKeys ?? false }, context);
      await endSessions(unit, id, { except: context.activeSession.id });
      await unit.audit({ action: 'account.password_changed', objectKind: 'USER', objectId: String(id) });
    });
    return done;
  });

  const newHash = async (person: Person, password: string): Promise<string> => {
    await requireGoodPassword(password, [person.firstName, person.lastName, person.name, person.email]);
    return hashPassword(password);
  };

  /** Sets the password, and ends links and sign-ins in progress that the old one allowed. */
  const setPassword = async (
    unit: Work,
    { id, email, name, language }: Person,
    { passwordHash, emailVerified, keepKeys }: { passwordHash: string; emailVerified: boolean; keepKeys: boolean },
    context: RequestContext,
  ): Promise<void> => {
    const transaction = roomTransaction(unit.db);
    await transaction
      .updateTable('app_user')
      // A pending new address is dropped too: with its link an intruder would get the account back.
      .set({ password_hash: passwordHash, email_verified: emailVerified, pending_email: null })
      .where('id', '=', id)
      .execute();
    await challenges.drop(resetLink, id, transaction);
    await challenges.drop(signInTicket, id, transaction);
    await forgetDevices(transaction, id);
    // Whoever sets it has just shown who they are, by mail or by a session.
    await rememberDevice(transaction, context, id);
    const held = await countPersonalKeys(keysTransaction(unit.db), id);
    if (held > 0 && !keepKeys) await endPersonalKeys(unit, id);
    const keys = held === 0 ? 'NONE' : keepKeys ? 'KEPT' : 'ENDED';
    await mail.send(unit, 'passwordChanged', {
      to: email,
      language,
      values: { name, address: context.request.ip, keys },
    });
  };
}
