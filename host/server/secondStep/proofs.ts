import { CallError, type Sentence } from '@sinter/sdk/contract';
import { askPasskey, reauthenticate, secondFactor } from '@sinter/sdk/contract/host/security';
import { wrongField } from '@sinter/sdk/server';
import type { Parts } from './parts.ts';
import type { RequestContext } from '../http/context.ts';
import { verifyPassword } from '../session/passwords.ts';
import { completeSignIn, renewSession, signInTicket } from '../session/signIn.ts';
import { deviceOfAccount } from '../session/knownDevices.ts';
import { writeRefused } from '../session/refused.ts';
import { throttled } from '../session/throttle.ts';
import { askToUse, type PasskeyAnswer, relyingParty, takeAnswer } from './passkeys.ts';
import { readPerson } from './people.ts';
import { useCode } from '../factors/recoveryCodes.ts';
import { checkCode } from './totp.ts';
import { say } from '../say.ts';

/** Wrong codes of one account, from wherever they come: six digits are guessed sooner than a password. */
const wrongCodes = { perMinute: 5, perHour: 20 };

/** Proofs of a second factor: to finish a sign-in, and to show again who sits there. */
export function handleProofs(host: Parts): void {
  const { handle, db, challenges, limiter } = host;

  const needParty = (context: RequestContext) => {
    const party = relyingParty(host.publicUrl(), context.origin);
    if (!party) throw new CallError('FORBIDDEN', say('noPasskeysHere'));
    return party;
  };

  const take = (context: RequestContext, answer: { ticket: string; credential: unknown }): Promise<PasskeyAnswer> =>
    takeAnswer(host, needParty(context), answer, (reason) => context.log.info('a passkey was refused', { reason }));

  /**
   * Runs one try of a code. It counts before it is made, and is given back when the code was right. `known`: where the
   * person has been in before has tries of its own.
   */
  const tryCode = async (userId: number, known: string | null, check: () => Promise<boolean>): Promise<boolean> => {
    const key = `code ${known ?? userId}`;
    const at = Date.now();
    const counters = [
      { key, minutes: 1, at },
      { key, minutes: 60, at },
    ];
    const [inMinute = 0, inHour = 0] = await limiter.add(counters);
    if (inMinute > wrongCodes.perMinute || inHour > wrongCodes.perHour) throw new CallError('RATE_LIMITED');
    const right = await check();
    if (right) await limiter.giveBack(counters);
    return right;
  };

  handle(askPasskey, async (context, { body }) => {
    const party = needParty(context);
    if (body.ticket !== undefined) {
      const { userId } = await challenges.see(signInTicket, body.ticket);
      if (userId === null) throw new CallError('LINK_EXPIRED');
      return askToUse(host, party, { userId, signIn: body.ticket });
    }
    // Somebody signed in is asked for a passkey of their own, to prove who they are.
    return askToUse(host, party, { userId: context.session?.user.id });
  });

  /** The user of a sign-in whose second step is right. */
  const prove = async (context: RequestContext, ticket: string, check: (userId: number) => Promise<boolean>) => {
    const { userId } = await challenges.look(signInTicket, ticket);
    if (userId === null) throw new CallError('LINK_EXPIRED');
    await readPerson(db, userId);
    if (!(await check(userId))) {
      await writeRefused(context, { userId }, 'SECOND_FACTOR');
      throw new CallError('BAD_CREDENTIALS');
    }
    // Two right answers at the same moment: one of them goes on.
    await challenges.take(signInTicket, ticket);
    context.log.info('a second factor was proved', { userId });
    return userId;
  };

  handle(secondFactor, async (context, { body }) => {
    if (body.method === 'PASSKEY') {
      const answer = await take(context, body);
      const proved = async () => {
        if (answer.signIn !== null) {
          return prove(context, answer.signIn, async (userId) => (await answer.verify()) === userId);
        }
        const userId = await answer.verify();
        if (userId === null) throw new CallError('BAD_CREDENTIALS');
        return (await readPerson(db, userId)).id;
      };
      return completeSignIn(host, context, await proved());
    }
    const userId = await prove(context, body.ticket, async (id) => {
      const { email } = await readPerson(db, id);
      const known = await deviceOfAccount(db, context.request, email);
      return tryCode(id, known, () =>
        body.method === 'TOTP' ? checkCode(host, id, body.code) : useCode(db, id, body.code),
      );
    });
    if (body.method === 'RECOVERY_CODE') {
      const entry = { action: 'factors.code_used', objectKind: 'USER', objectId: String(userId) };
      await context.write((unit) => unit.audit(entry));
    }
    return completeSignIn(host, context, userId);
  });

  handle(reauthenticate, async (context, { body }) => {
    const person = await readPerson(db, context.user.userId);
    const refused = (field: string, message: Sentence): CallError => {
      context.log.info('a proof of identity was wrong', { method: body.method });
      return wrongField(field, message);
    };
    if (body.method === 'PASSWORD') {
      const from = { email: person.email, address: context.request.ip, known: `session of ${person.id}` };
      await throttled(limiter, from, async () => {
        if (await verifyPassword(person.passwordHash, body.password)) return;
        throw refused('password', say('passwordWrong'));
      });
    } else if (body.method === 'TOTP') {
      const right = await tryCode(person.id, `session of ${person.id}`, () => checkCode(host, person.id, body.code));
      if (!right) throw refused('code', say('codeWrong'));
    } else {
      const answer = await take(context, body);
      const right = answer.askedOf === person.id && answer.signIn === null && (await answer.verify()) === person.id;
      if (!right) throw refused('credential', say('passkeyRefused'));
    }
    const entry = { action: 'session.proved', objectKind: 'USER', objectId: String(person.id) };
    await renewSession(reauthenticate, host, context, { authenticated: true }, (unit) => unit.audit(entry));
    return { success: 'true' as const };
  });
}
