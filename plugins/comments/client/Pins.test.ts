import { addComment, deleteComment, listComments, mayComment } from '@sinter/sdk/contract/comments/comments';
import type { Comment } from '@sinter/sdk/contract/comments/comments';
import { commentChanged } from '@sinter/sdk/contract/comments/events';
import { portalChanged } from '@sinter/sdk/contract/orders/events';
import { CallError } from '@sinter/sdk/contract/errors';
import { fakeHost } from '@sinter/sdk/testing';
import { describe, expect, it, vi } from 'vitest';
import texts from '../locales/en_US.json';
import { Pins } from './Pins.ts';

describe('pins', () => {
  const vector: [number, number, number] = [1, 2, 3];
  const pin = { fileId: 1, position: vector, normal: vector, camera: { position: vector, target: vector, up: vector } };
  const comment: Comment = {
    id: 7,
    objectKind: 'RFQ_ORDER_FILE',
    objectId: 3,
    parentId: null,
    author: { id: 2, name: 'Ada', side: 'ROLE_ENGINEER' },
    body: 'Ream this',
    visibility: 'SHARED',
    pin,
    attachments: [],
    createdOn: '2026-01-01T00:00:00Z',
    editedOn: null,
    deleted: false,
    resolved: false,
    may: { edit: false, resolve: true, share: false },
    facility: null,
    mentions: [],
  };
  const opened = () => {
    const fake = fakeHost({ id: 'comments', texts });
    fake.api.answer(mayComment, { writes: true });
    return { ...fake, pins: new Pins(fake.host, { objectKind: 'RFQ_ORDER_FILE', objectId: 3 }) };
  };

  it('lists what is pinned, open ones first, and follows what others write', async () => {
    const { api, pins, receive } = opened();
    api.answer(listComments, []);
    pins.start();
    await vi.waitFor(() => expect(api.sent(listComments)).toHaveLength(1));
    api.answer(listComments, [
      { ...comment, id: 1, resolved: true },
      { ...comment, id: 2 },
      { ...comment, id: 3, pin: null },
      { ...comment, id: 4, deleted: true },
    ]);
    receive(commentChanged, { objectKind: 'RFQ_ORDER_FILE', objectId: 8 });
    receive(commentChanged, { objectKind: 'RFQ_ORDER', objectId: 3 });
    expect(api.sent(listComments)).toHaveLength(1);
    receive(commentChanged, { objectKind: 'RFQ_ORDER_FILE', objectId: 3 });
    await vi.waitFor(() => expect(pins.threads.map(({ comment }) => comment.id)).toEqual([2, 1]));
    expect(pins.pins).toEqual([
      { id: 2, place: pin, label: 'Comment 1: Ream this', settled: false },
      { id: 1, place: pin, label: 'Comment 2: Ream this', settled: true },
    ]);
  });

  it('keeps what was written when the server refuses or the pin is moved, and saves it once', async () => {
    const { api, pins } = opened();
    api.answer(listComments, []);
    api.answer(addComment, new CallError('UNAVAILABLE'));
    pins.choose(pin);
    pins.write({ text: ' Ream this ', visibility: 'INTERNAL' });
    await pins.save();
    expect(pins.refusal).toBeInstanceOf(CallError);
    pins.choose({ ...pin, position: [9, 9, 9] });
    expect(pins.draft).toMatchObject({ text: ' Ream this ', visibility: 'INTERNAL' });
    api.answer(addComment, comment);
    await pins.save();
    expect(api.sent(addComment).at(-1)).toMatchObject({
      body: { body: 'Ream this', visibility: 'INTERNAL', pin: { position: [9, 9, 9] } },
    });
    expect([pins.draft, pins.selected]).toEqual([null, 7]);
  });

  it('shows answers with what they answer, and sends one that everybody there sees', async () => {
    const { api, pins } = opened();
    api.answer(listComments, [
      { ...comment, id: 1, body: '', deleted: true },
      { ...comment, id: 2, visibility: 'INTERNAL' },
      { ...comment, id: 3, parentId: 1, pin: null, body: 'Done' },
    ]);
    await pins.load();
    expect(pins.threads.map((thread) => [thread.comment.id, ...thread.answers.map(({ id }) => id)])).toEqual([
      [1, 3],
      [2],
    ]);
    const internal = pins.threads[1]?.comment;
    if (internal) pins.reply(internal);
    pins.writeAnswer('By when?');
    api.answer(addComment, new CallError('UNAVAILABLE'));
    await pins.sendAnswer();
    expect(pins.answer?.text).toBe('By when?');
    api.answer(addComment, comment);
    await pins.sendAnswer();
    expect(pins.answer).toBeNull();
    const [first, second] = api.sent(addComment).map(({ body }) => body);
    expect(second).toMatchObject({ parentId: 2, body: 'By when?', visibility: 'INTERNAL' });
    expect(second?.eventId).toBe(first?.eventId);
  });

  it('begins nothing where this person may only read, from the moment on at which that is so', async () => {
    const { api, pins, receive } = opened();
    api.answer(listComments, [comment]);
    pins.start();
    await vi.waitFor(() => expect(pins.writes).toBe(true));
    pins.place(true);
    api.answer(mayComment, { writes: false });
    receive(portalChanged, {});
    await vi.waitFor(() => expect([pins.writes, pins.placing]).toEqual([false, false]));
    expect(pins.threads).toHaveLength(1);
  });

  it('deletes', async () => {
    const { api, pins } = opened();
    api.answer(listComments, []);
    api.answer(deleteComment, { success: 'true' });
    await pins.remove(comment);
    expect(api.sent(deleteComment)).toMatchObject([{ params: { id: 7 } }]);
  });
});
