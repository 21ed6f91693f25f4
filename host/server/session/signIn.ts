import * as z from 'zod';
import { CallError, type AnyCall } from '@sinter/sdk/contract';
import { type SessionUser } from '@sinter/sdk/contract/host/session';
import { factorMethodSchema } from '@sinter/sdk/contract/host/security';
import type { Work } from '@sinter/sdk/server';
import type { Parts } from './parts.ts';
import type { RequestContext } from '../http/context.ts';
import { readToken, sessionCookie, setSession } from '../http/cookies.ts';
import { sessionsChanged } from '../events/outbox.ts';
import { rememberDevice } from './knownDevices.ts';
import type { Renewal } from './sessions.ts';
import { roomTransaction } from './tables.ts';

/** Between the password and the second factor. */
export const signInTicket = {
  name: 'sign-in',
  data: z.object({ methods: z.array(factorMethodSchema) }),
  minutes: 10,
  tries: 5,
};

type SignInParts = Pick<Parts, 'sessions' | 'challenges' | 'factors'>;

/** The password was right: a session, or SECOND_FACTOR_NEEDED where the user has set one up. */
export async function beginSignIn(host: SignInParts, context: RequestContext, userId: number): Promise<SessionUser> {
  const methods = await host.factors.methodsOf(userId);
  if (methods.length === 0) return completeSignIn(host, context, userId);
  const ticket = await host.challenges.ask(signInTicket, { methods }, { userId });
  throw new CallError('SECOND_FACTOR_NEEDED', undefined, { ticket, methods });
}

/** Everything is proved: a new session takes the place of the one this browser had. */
export async function completeSignIn(
  host: Pick<Parts, 'sessions'>,
  context: RequestContext,
  userId: number,
): Promise<SessionUser> {
  const { request, reply } = context;
  const before = readToken(request, sessionCookie);
  const old = before && (await host.sessions.find(before));
  const token = await host.sessions.start(userId, {
    userAgent: request.headers['user-agent'] ?? '',
    address: request.ip,
  });
  if (old) await host.sessions.end(old);
  const session = await host.sessions.find(token);
  if (!session) throw new CallError('UNAVAILABLE');
  // What follows is done by the user who has just come in.
  request.session = session;
  await context.write(async (unit) => {
    await roomTransaction(unit.db)
      .updateTable('app_user')
      .set({ last_sign_in_at: new Date() })
      .where('id', '=', userId)
      .execute();
    await rememberDevice(roomTransaction(unit.db), context, userId);
    if (old) await unit.emit(sessionsChanged, { userId: old.user.id }, {});
    await unit.audit({ action: 'session.started', objectKind: 'USER', objectId: String(userId) });
  });
  setSession(request, reply, token);
  return session.user;
}

/**
 * Gives the running session a new secret, and this browser its cookie. `alongside` is done in the same transaction.
 * Every step that raises or moves what a session may do goes through here: whoever knew the secret before is out.
 * `call` says that it does so: pages ask again what was under way meanwhile.
 */
export async function renewSession(
  call: AnyCall,
  host: Pick<Parts, 'sessions'>,
  context: RequestContext,
  renewal: Renewal,
  alongside: (unit: Work) => Promise<void> = async () => {},
): Promise<SessionUser> {
  if (!call.renewsSession) throw new Error(`${call.id} does not declare that it renews the session.`);
  const { activeSession, request, reply } = context;
  const token = await context.write(async (unit) => {
    await alongside(unit);
    return host.sessions.renew(unit, activeSession, renewal);
  });
  host.sessions.forget(activeSession.user.id);
  const session = await host.sessions.find(token);
  if (!session) throw new CallError('UNAUTHENTICATED');
  request.session = session;
  setSession(request, reply, token);
  return session.user;
}
