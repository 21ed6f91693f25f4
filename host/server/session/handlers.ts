import { customLogin, fetchToken, getUser, loginSsoConfig, logout, mediaConfig } from '@sinter/sdk/contract/host';
import type { Host } from '../host.ts';
import { clearSession } from '../http/cookies.ts';
import { sessionsChanged } from '../push/outbox.ts';
import { sha256 } from './passwords.ts';
import { beginSignIn } from './signIn.ts';

/** Wrong passwords for one account and minute, from wherever they come. */
const triesPerAccount = 10;

export function handleSession(host: Host): void {
  const { handle, sessions, limiter } = host;
  handle(customLogin, async (context, { body }) => {
    // The address is hashed: what somebody typed into the wrong field does not belong into a table.
    await limiter.countEverywhere(`account ${sha256(body.email.trim().toLowerCase())}`, triesPerAccount);
    return beginSignIn(host, context, await sessions.authenticate(body.email, body.password));
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
