import { customLogin, fetchToken, getUser, logout } from '@sinter/sdk/contract/host/session';
import { mediaConfig } from '@sinter/sdk/contract/host/files';
import type { Parts } from './parts.ts';
import { clearSession } from '../http/cookies.ts';
import { sessionsChanged } from '../events/outbox.ts';
import { handleRunningSessions } from './running.ts';
import { beginSignIn } from './signIn.ts';
import { throttled } from './throttle.ts';

export function handleSession(host: Parts): void {
  handleRunningSessions(host);
  const { handle, sessions, limiter, controlledUrl } = host;
  handle(customLogin, async (context, { body }) => {
    const from = { email: body.email, address: context.request.ip };
    const userId = await throttled(limiter, from, () => sessions.authenticate(body.email, body.password));
    return beginSignIn(host, context, userId);
  });

  handle(getUser, async ({ activeSession }) => activeSession.user);

  handle(logout, async ({ activeSession, request, reply, write }) => {
    await sessions.end(activeSession);
    await write((unit) => unit.emit(sessionsChanged, { userId: activeSession.user.id }, {}));
    clearSession(request, reply);
    return { success: 'true' as const };
  });

  handle(fetchToken, ({ activeSession }) => sessions.issueToken(activeSession));

  handle(mediaConfig, async ({ origin }) => ({ mediaURL: origin, itarMediaURL: controlledUrl ?? origin }));
}
