import { CallError, refusal } from '@sinter/sdk/contract';
import { makeProgramCode, takeProgramToken } from '@sinter/sdk/contract/host/programToken';
import * as z from 'zod';
import { sessionOf } from '../identity/activeSession.ts';
import type { ChallengeKind } from './challenges.ts';
import type { Parts } from './parts.ts';
import { readSession } from './readSession.ts';

const dataSchema = z.object({ sessionId: z.string(), facilityId: z.number() });
const programCode: ChallengeKind<typeof dataSchema> = { name: 'program-code', data: dataSchema, minutes: 1 };

/** Codes that a page hands to a program beside it, and what the program gets for one. */
export function handlePrograms({ handle, db, registered, sessions, challenges }: Parts): void {
  handle(makeProgramCode, async ({ activeSession, facilityId, user }) => {
    if (user.via !== 'session') throw new CallError('FORBIDDEN');
    const data = { sessionId: sessionOf(activeSession), facilityId };
    return { code: await challenges.ask(programCode, data, { userId: user.userId }) };
  });

  handle(takeProgramToken, async (context, { body: { code } }) => {
    const { data } = await challenges.take(programCode, code);
    // Decides again: the session, the membership or the place may be another than when the code was made.
    const session = await readSession(db, registered, data.sessionId);
    if (!session || session.principal.facilityId !== data.facilityId) throw new CallError('LINK_EXPIRED');
    if (refusal(makeProgramCode.guard, session.principal)) throw new CallError('LINK_EXPIRED');
    const token = await sessions.issueToken(session);
    // The caller is whom the code was given to: what happened is written down under that name.
    context.request.session = session;
    await context.write((unit) =>
      unit.audit({
        action: 'session.program_entered',
        objectKind: 'USER',
        objectId: String(session.principal.userId),
        facilityId: data.facilityId,
      }),
    );
    return token;
  });
}
