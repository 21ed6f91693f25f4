import * as contract from '@sinter/sdk/contract/comments';
import type { ServerHost } from '@sinter/sdk/server';
import { commentsOf } from './read.ts';
import { requirePlace } from './threads.ts';
import { add, remove, update } from './write.ts';

export function handleComments(server: ServerHost): void {
  server.handle(contract.listComments, async (context, { query }) =>
    commentsOf(context, await requirePlace(context, query)),
  );
  server.handle(contract.addComment, (context, { body }) => add(context, body));
  server.handle(contract.updateComment, (context, { body }) => update(context, body));
  server.handle(contract.deleteComment, async (context, { params }) => {
    await remove(context, params.id);
    return { success: 'true' as const };
  });
}
