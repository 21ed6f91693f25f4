import * as contract from '@sinter/sdk/contract/comments/comments';
import * as threadCalls from '@sinter/sdk/contract/comments/threads';
import * as events from '@sinter/sdk/contract/comments/events';
import { commentWriter } from '@sinter/sdk/contract/comments/writer';
import { contractOf } from '@sinter/sdk/contract/contract';
import { recordChapters } from '@sinter/sdk/contract/orders/recordChapters';
import { areaTexts, defineServer, fileRelations, noticeAnswers, noticeKinds } from '@sinter/sdk/server';
import { emailAnswers } from './answers.ts';
import { attachedFiles } from './attachments.ts';
import * as tables from './migrations/001_comments.ts';
import * as threadTables from './migrations/002_threads.ts';
import { commentKinds } from './notices.ts';
import { mentionable } from './people.ts';
import { commentsOn } from './read.ts';
import { messages } from './record.ts';
import { markAllSeen, markSeen } from './seen.ts';
import { share } from './share.ts';
import { requireSubject, writesOn } from './subjects.ts';
import { familyOf, oneThread, threads, unreadIn } from './threads.ts';
import { add, remove, update } from './write.ts';
import { say } from './texts.ts';
import { writer } from './writer.ts';

const done = { success: 'true' as const };

export default defineServer({
  id: 'comments',
  contract: contractOf(contract, threadCalls, events),
  migrations: { '001_comments': tables, '002_threads': threadTables },
  setup(server) {
    const kinds = commentKinds(server);
    server.contribute(areaTexts, say);
    server.contribute(noticeKinds, Object.values(kinds));
    server.contribute(noticeAnswers, emailAnswers(kinds));
    server.contribute(recordChapters, messages);
    server.contribute(fileRelations, attachedFiles(server));
    server.contribute(commentWriter, writer);
    server.handle(contract.listComments, async (context, { query }) => {
      const { subject } = await requireSubject(context, query, 'READ');
      return commentsOn(context, subject);
    });
    server.handle(contract.mayComment, async (context, { query }) => ({ writes: await writesOn(context, query) }));
    server.handle(contract.addComment, (context, { body }) => add(context, kinds, body));
    server.handle(contract.updateComment, (context, { body }) => update(context, kinds, body));
    server.handle(contract.deleteComment, async (context, { params }) => {
      await remove(context, params.id);
      return done;
    });
    server.handle(threadCalls.listThreads, threads);
    server.handle(threadCalls.readThread, (context, { params }) => oneThread(context, params.id));
    server.handle(threadCalls.shareThread, (context, input) => share(context, kinds, input));
    server.handle(threadCalls.seeThread, async (context, input) => {
      await markSeen(context, input);
      return done;
    });
    server.handle(threadCalls.seeAll, async (context, input) => {
      await markAllSeen(context, input);
      return done;
    });
    server.handle(threadCalls.countUnreadComments, async (context, { query }) => ({
      unread: await unreadIn(context, await familyOf(context, query)),
    }));
    server.handle(threadCalls.listMentionable, async (context, { query }) => {
      const place = await requireSubject(context, query, 'READ');
      const { visibility, facilityId } = query;
      const all = await place.of.addressees(context.db, place.subject);
      return mentionable(context, context.db, place, {
        visibility,
        facilityIds: facilityId === undefined ? all : [facilityId],
      });
    });
  },
});
