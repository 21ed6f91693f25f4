import type { CallContext, Work } from '@sinter/sdk/server';
import { arrangementOf } from '../nesting/arrangement.ts';
import { keepRevision, keptAs, tieBuild } from '../platforms/keep.ts';
import type { Draft } from './types.ts';

/** The nesting goes some day: what the job builds stays as a machine platform, the one that it was kept as if there is one. */
export async function keepPlate(
  { facilityId, user }: CallContext,
  unit: Work,
  { draft, jobId, nestingId }: { draft: Draft; jobId: number; nestingId: number },
): Promise<void> {
  const lies = await arrangementOf(unit, nestingId);
  if (!lies) return;
  const { name, equipmentId } = draft;
  const kept =
    (await keptAs(unit, lies.fileId)) ??
    (await keepRevision(unit, {
      ...lies,
      ...{ facilityId, equipmentId, name, source: 'IN_APP', userId: user.userId },
    }));
  await tieBuild(unit, { ...kept, jobId });
}
