import { addComment } from '@sinter/sdk/contract/comments/comments';
import { commentChanged } from '@sinter/sdk/contract/comments/events';
import { listThreads, readThread, type Thread } from '@sinter/sdk/contract/comments/threads';
import { CallError } from '@sinter/sdk/contract/errors';
import { buyerUser, fakeHost, providerUser } from '@sinter/sdk/testing';
import { expect, it, vi } from 'vitest';
import texts from '../../locales/en_US.json';
import { MessagesStore, newThread } from './MessagesStore.ts';

const part = { objectKind: 'RFQ_ORDER_FILE' as const, objectId: 71 };
const onPart = 'RFQ_ORDER_FILE 71';

async function opened(user = providerUser(), search = '') {
  const fake = fakeHost({ id: 'comments', texts, user, location: { pathname: '/order/12/messages', search } });
  const { api, host } = fake;
  const read = api.answerWithSample(readThread);
  const thread: Thread = { ...read.thread, ...part, id: 31, visibility: 'SHARED', unread: 0 };
  const subjects = [{ ...part, name: 'jaw.stl', revision: null, facilityId: 5 }];
  api.answer(listThreads, { ...api.answerWithSample(listThreads), threads: [thread], totalCount: 1, subjects });
  api.answer(readThread, { thread, comments: [] });
  const store = new MessagesStore(host, 12);
  store.start();
  await vi.waitFor(() => expect(store.page).not.toBeNull());
  return { ...fake, store, thread };
}

it.each([
  ['a provider', providerUser(), 'INTERNAL'],
  ['a buyer', buyerUser(), 'SHARED'],
])('begins a thread of %s on what the list shows, read by whom they mostly write to', async (_, user, visibility) => {
  const { store } = await opened(user, `?on=${encodeURIComponent(onPart)}`);
  expect(store.begin()).toMatchObject({ on: onPart, visibility, facilityId: 5 });
});

it('keeps a message that the server refuses, and sends it once when it is sent again', async () => {
  const { api, store, thread } = await opened();
  const writing = store.reply(thread);
  writing.write('Ream to 6 mm', 12);
  api.answer(addComment, new CallError('UNAVAILABLE'));
  store.send('31', writing);
  await vi.waitFor(() => expect(store.sending.problem).not.toBeNull());
  expect(store.drafts.find('31')?.text).toBe('Ream to 6 mm');
  api.answerWithSample(addComment);
  store.send('31', writing);
  store.send('31', writing);
  await vi.waitFor(() => expect(store.drafts.find('31')).toBeNull());
  const [refused, sent, ...more] = api.sent(addComment).map(({ body }) => body);
  expect(more).toEqual([]);
  expect(sent).toEqual(refused);
  expect(sent).toMatchObject({ ...part, parentId: 31, body: 'Ream to 6 mm', visibility: 'SHARED', facilityId: null });
});

it('opens a thread once it is written', async () => {
  const { api, navigated, store } = await opened();
  const writing = store.begin();
  writing.write('Which alloy?', 12);
  const { id } = api.answerWithSample(addComment);
  store.send(newThread, writing);
  await vi.waitFor(() => expect(navigated.at(-1)?.to).toBe(`/order/12/messages?thread=${id}`));
});

it('reads anew what others write on this order and its parts, and nothing else', async () => {
  const { api, receive } = await opened();
  const before = api.sent(listThreads).length;
  receive(commentChanged, { objectKind: 'RFQ_ORDER', objectId: 13 });
  receive(commentChanged, { objectKind: 'RFQ_ORDER_FILE', objectId: 72 });
  receive(commentChanged, part);
  await vi.waitFor(() => expect(api.sent(listThreads)).toHaveLength(before + 1));
});
