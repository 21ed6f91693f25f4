import { refusal } from '@sinter/sdk/contract';
import { pushedEvents } from '@sinter/sdk/contract/host/push';
import type { Parts } from './parts.ts';
import { withClearance } from '../clearance/clearance.ts';
import { bearerToken, readToken, sessionCookie } from '../http/cookies.ts';
import { alreadySent } from '../http/handlers.ts';
import { privateHeaders } from '../http/headers.ts';
import { mostStreams } from '../http/limits.ts';
import { networkOf } from '../http/rateLimit.ts';
import { RateLimited } from '../http/rateLimited.ts';
import { AtOnce } from '../http/underWay.ts';

const headers = {
  ...privateHeaders,
  'Content-Type': 'text/event-stream; charset=utf-8',
  // A proxy must not wait until there is enough to send.
  'X-Accel-Buffering': 'no',
};

/** A page that is closed makes room. */
const tooMany = () => new RateLimited('event-streams', 60);

export function handlePush({ handle, sessions, streams }: Parts): void {
  const open = new AtOnce();
  handle(pushedEvents, async ({ user, activeSession, request, reply }, { query }) => {
    const token = bearerToken(request) ?? readToken(request, sessionCookie) ?? '';
    const last = Number(request.headers['last-event-id'] ?? Number.NaN);
    const leave = open.enter([
      [`person ${user.userId}`, mostStreams.person, tooMany],
      [`address ${networkOf(request.ip)}`, mostStreams.address, tooMany],
    ]);
    reply.raw.once('close', leave);
    reply.hijack();
    reply.raw.writeHead(200, { ...headers, 'X-Request-Id': request.id });
    await streams.open(reply.raw, {
      principal: user,
      since: Number.isSafeInteger(last) && last >= 0 ? last : (query.since ?? null),
      now: async () => {
        const now = withClearance(await sessions.find(token), request);
        const holds =
          now?.membershipId === activeSession.membershipId &&
          refusal(pushedEvents.guard, now.principal) === null &&
          // The user switched facility, or has no access there any more.
          now.principal.facilityId === user.facilityId &&
          now.principal.companyId === user.companyId;
        return holds ? now.principal : null;
      },
    });
    return alreadySent;
  });
}
