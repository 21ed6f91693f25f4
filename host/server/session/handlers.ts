import { CallError } from '@sinter/sdk/contract';
import { handOver } from '@sinter/sdk/contract/host/handOver';
import { customLogin, fetchToken, getUser, logout } from '@sinter/sdk/contract/host/session';
import { mediaConfig } from '@sinter/sdk/contract/host/files';
import type { Parts } from './parts.ts';
import { clearFrameSession, clearSession } from '../http/cookies.ts';
import { sessionsChanged } from '../events/outbox.ts';
import { handleRunningSessions } from './running.ts';
import { kioskOf } from './policy.ts';
import { beginSignIn, completeSignIn } from './signIn.ts';
import { deviceOfAccount } from './knownDevices.ts';
import { writeRefused } from './refused.ts';
import { throttled } from './throttle.ts';
import { say } from '../say.ts';

export function handleSession(host: Parts): void {
  handleRunningSessions(host);
  const { handle, db, sessions, limiter, controlledUrl } = host;
  handle(customLogin, async (context, { body }) => {
    const { email, password } = body;
    const { request } = context;
    const from = { email, address: request.ip, known: await deviceOfAccount(db, request, email) };
    const userId = await throttled(limiter, from, () =>
      sessions.authenticate(email, password).catch(async (error: unknown) => {
        if (error instanceof CallError && error.code === 'BAD_CREDENTIALS') {
          await writeRefused(context, { email }, 'PASSWORD');
        }
        throw error;
      }),
    );
    return beginSignIn(host, context, userId);
  });

  handle(getUser, async ({ activeSession }) => activeSession.user);

  handle(logout, async ({ activeSession, request, reply, write }) => {
    await sessions.end(activeSession);
    const userId = activeSession.user.id;
    await write(async (unit) => {
      await unit.emit(sessionsChanged, { userId }, {});
      await unit.audit({ action: 'session.signed_out', objectKind: 'USER', objectId: String(userId) });
    });
    clearSession(request, reply);
    if (activeSession.parentId !== null) clearFrameSession(request, reply);
    return { success: 'true' as const };
  });

  handle(handOver, async (context, { params: { userId } }) => {
    const { activeSession, facilityId, user } = context;
    if (activeSession.parentId !== null) throw new CallError('FORBIDDEN', say('browserOnly'));
    if (!(await kioskOf(db, userId, facilityId))) throw new CallError('NOT_FOUND');
    await context.write((unit) =>
      unit.audit({
        ...{ action: 'session.handed_over', objectKind: 'USER', objectId: String(userId), facilityId },
        before: { userId: user.userId },
      }),
    );
    return completeSignIn(host, context, userId);
  });

  handle(fetchToken, ({ activeSession }) => sessions.issueToken(activeSession));

  handle(mediaConfig, async ({ origin }) => ({ mediaURL: origin, itarMediaURL: controlledUrl ?? origin }));
}
