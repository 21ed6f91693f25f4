import { CallError, refusal } from '@sinter/sdk/contract';
import { enterFrame, makeProgramCode, takeProgramToken } from '@sinter/sdk/contract/host/programToken';
import * as z from 'zod';
import { type ActiveSession, sessionOf } from '../identity/activeSession.ts';
import type { RequestContext } from '../http/context.ts';
import { setFrameSession } from '../http/cookies.ts';
import type { ChallengeKind } from './challenges.ts';
import type { Parts } from './parts.ts';
import { readSession } from './readSession.ts';

const dataSchema = z.object({ sessionId: z.string(), facilityId: z.number() });
const programCode: ChallengeKind<typeof dataSchema> = { name: 'program-code', data: dataSchema, minutes: 1 };

/** Codes that a page hands to a program beside it, or to a frame of this site elsewhere, and what those get for one. */
export function handlePrograms({ handle, db, registered, sessions, challenges }: Parts): void {
  handle(makeProgramCode, async ({ activeSession, facilityId, user }) => {
    if (user.via !== 'session') throw new CallError('FORBIDDEN');
    const data = { sessionId: sessionOf(activeSession), facilityId };
    return { code: await challenges.ask(programCode, data, { userId: user.userId }) };
  });

  /** The session that a code was made in, in which the request goes on. It decides again: much may be another than it was then. */
  const enter = async (context: RequestContext, code: string, action: string): Promise<ActiveSession> => {
    const { data } = await challenges.take(programCode, code);
    const session = await readSession(db, registered, data.sessionId);
    if (!session || session.principal.facilityId !== data.facilityId) throw new CallError('LINK_EXPIRED');
    if (refusal(makeProgramCode.guard, session.principal)) throw new CallError('LINK_EXPIRED');
    // The caller is whom the code was given to: what happened is written down under that name.
    context.request.session = session;
    await context.write((unit) =>
      unit.audit({
        action,
        objectKind: 'USER',
        objectId: String(session.principal.userId),
        facilityId: data.facilityId,
      }),
    );
    return session;
  };

  handle(takeProgramToken, async (context, { body }) =>
    sessions.issueToken(await enter(context, body.code, 'session.program_entered')),
  );

  handle(enterFrame, async (context, { body }) => {
    const session = await enter(context, body.code, 'session.frame_entered');
    setFrameSession(context.request, context.reply, await sessions.startFrame(session));
    return session.user;
  });
}
