import type { CallArguments } from '@sinter/sdk/contract/call';
import { type BuildOutcomes, buildOutcomes } from '@sinter/sdk/contract/production/buildOutcomes';
import * as calls from '@sinter/sdk/contract/production/outcome';
import type { CallContext, ServerHost } from '@sinter/sdk/server';
import { atKiosk } from '../kiosk/acting.ts';
import { isCleared } from '../nesting/read.ts';
import { lockedBuild } from './build.ts';
import { mark, wasMarked } from './mark.ts';
import { objectsOf } from './read.ts';

export function handleOutcome(server: ServerHost): void {
  server.handle(calls.readObjects, (context, { params, query }) =>
    objectsOf(context, params.id, query.placements === 'true'),
  );
  server.handle(calls.markObjects, atKiosk(markByHand));
  server.provide(buildOutcomes, { skipped });
}

async function markByHand(context: CallContext, { params, body }: CallArguments<typeof calls.markObjects>) {
  const { facilityId, user } = context;
  await context.write(async (unit) => {
    const build = await lockedBuild(unit, facilityId, params.id, isCleared(context));
    if (await wasMarked(unit, build, body.eventId)) return;
    const by = { userId: user.userId, device: body.device, source: 'OPERATOR' as const };
    await mark(unit, build, { by, marks: body.marks, seen: body.seen });
  });
  return objectsOf(context, params.id, false);
}

/** What people have marked stays: they have seen the object. */
const skipped: BuildOutcomes['skipped'] = (services, { facilityId, jobId, eventId, device, objects, reason }) =>
  services.write(async (unit) => {
    const build = await lockedBuild(unit, facilityId, jobId, true);
    if (await wasMarked(unit, build, eventId)) return 0;
    const marks = objects.map(({ orderFileId, copy }) => ({
      ...{ orderFileId, copies: [copy], outcome: 'FAILED' as const, reason },
    }));
    return mark(unit, build, { by: { userId: null, device, source: 'MACHINE' }, marks, seen: null });
  });
