import * as z from 'zod';
import { CallError, type SessionUser } from '@sinter/sdk/contract';
import { factorMethodSchema } from '@sinter/sdk/contract/security';
import type { Host } from '../host.ts';
import type { RequestContext } from '../http/context.ts';
import { readToken, sessionCookie, setSession } from '../http/cookies.ts';

/** Between the password and the second factor. */
export const signInTicket = {
  name: 'sign-in',
  data: z.object({ methods: z.array(factorMethodSchema) }),
  minutes: 10,
  tries: 5,
};

/** The password was right: a session, or SECOND_FACTOR_NEEDED where the user has set one up. */
export async function beginSignIn(host: Host, context: RequestContext, userId: number): Promise<SessionUser> {
  const methods = await host.factors.methodsOf(userId);
  if (methods.length === 0) return completeSignIn(host, context, userId);
  const ticket = await host.challenges.ask(signInTicket, { methods }, { userId });
  throw new CallError('SECOND_FACTOR_NEEDED', undefined, { ticket, methods });
}

/** Everything is proved: a new session takes the place of the one this browser had. */
export async function completeSignIn(host: Host, context: RequestContext, userId: number): Promise<SessionUser> {
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
  await context.write((unit) =>
    unit.audit({
      action: 'session.started',
      objectKind: 'USER',
      objectId: String(userId),
      facilityId: session.principal.facilityId,
    }),
  );
  setSession(request, reply, token);
  return session.user;
}
