import * as contract from '@sinter/sdk/contract/comments/comments';
import * as events from '@sinter/sdk/contract/comments/events';
import { contractOf } from '@sinter/sdk/contract/contract';
import { recordChapters } from '@sinter/sdk/contract/orders/recordChapters';
import { areaTexts, defineServer, fileRelations, noticeKinds } from '@sinter/sdk/server';
import { attachedFiles } from './attachments.ts';
import * as tables from './migrations/001_comments.ts';
import { commentKinds } from './notices.ts';
import { commentsOn } from './read.ts';
import { messages } from './record.ts';
import { requireSubject } from './subjects.ts';
import { add, remove, update } from './write.ts';
import { say } from './texts.ts';

export default defineServer({
  id: 'comments',
  contract: contractOf(contract, events),
  migrations: { '001_comments': tables },
  setup(server) {
    const kinds = commentKinds(server);
    server.contribute(areaTexts, say);
    server.contribute(noticeKinds, Object.values(kinds));
    server.contribute(recordChapters, messages);
    server.contribute(fileRelations, attachedFiles(server));
    server.handle(contract.listComments, async (context, { query }) => {
      const { subject } = await requireSubject(context, query, 'READ');
      return commentsOn(context, subject);
    });
    server.handle(contract.addComment, (context, { body }) => add(context, kinds, body));
    server.handle(contract.updateComment, (context, { body }) => update(context, body));
    server.handle(contract.deleteComment, async (context, { params }) => {
      await remove(context, params.id);
      return { success: 'true' as const };
    });
  },
});
