import { customLogin, fetchToken, getUser, loginSsoConfig, logout, mediaConfig } from '@sinter/sdk/contract/host';
import { CallError } from '@sinter/sdk/contract';
import type { Host } from '../host.ts';
import { clearSession, readToken, sessionCookie, setSession } from '../http/cookies.ts';
import type { RateLimiter } from '../http/rate-limit.ts';
import { sessionsChanged } from '../push/outbox.ts';
import { sha256 } from './passwords.ts';

/** Wrong passwords for one account and minute, from wherever they come. */
const triesPerAccount = 10;

export function handleSession({ handle, sessions }: Host, limiter: RateLimiter): void {
  handle(customLogin, async ({ request, reply, write }, { body }) => {
    // The address is hashed: what somebody typed into the wrong field does not belong into a table.
    await limiter.countEverywhere(`account ${sha256(body.email.trim().toLowerCase())}`, triesPerAccount);
    const userId = await sessions.authenticate(body.email, body.password);
    const before = readToken(request, sessionCookie);
    const old = before && (await sessions.find(before));
    const token = await sessions.start(userId);
    if (old) await sessions.end(old);
    const session = await sessions.find(token);
    if (!session) throw new CallError('UNAVAILABLE');
    await write((unit) =>
      unit.audit({
        action: 'session.started',
        objectKind: 'USER',
        objectId: String(userId),
        facilityId: session.principal.facilityId,
      }),
    );
    setSession(request, reply, token);
    return session.user;
  });

  handle(getUser, async ({ activeSession }) => activeSession.user);

  handle(logout, async ({ activeSession, request, reply, write }) => {
    await sessions.end(activeSession);
    await write((unit) => unit.emit(sessionsChanged, { userId: activeSession.user.id }, {}));
    clearSession(request, reply);
    return { success: 'true' as const };
  });

  handle(fetchToken, ({ activeSession }) => sessions.issueToken(activeSession));

  // Files come from our own address. Export-controlled ones are kept in a store of their own behind the same one.
  handle(mediaConfig, async ({ origin }) => ({ mediaURL: origin, itarMediaURL: origin }));

  handle(loginSsoConfig, async () => null);
}
