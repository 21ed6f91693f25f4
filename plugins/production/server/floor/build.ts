import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { fireBuild } from '@sinter/sdk/contract/production/lots';
import { jobWork } from '@sinter/sdk/contract/scheduling/jobWork';
import type { CallContext } from '@sinter/sdk/server';
import { readLotOf, seenLot } from './read.ts';

/** The build of a lot is moved as the schedule would move it; the lot follows in the same transaction. */
export async function build(context: CallContext, { params, body }: CallArguments<typeof fireBuild>) {
  const { jobId } = await seenLot(context, params.id);
  if (jobId === null) throw new CallError('NOT_FOUND');
  await context.get(jobWork).fire(context, jobId, {
    eventId: body.eventId,
    event: body.event,
    reason: body.reason,
    completed: body.completed.map(({ orderFileId, quantity }) => ({
      rfqCadFileId: orderFileId,
      completedQuantity: quantity,
    })),
  });
  return readLotOf(context, params.id);
}
