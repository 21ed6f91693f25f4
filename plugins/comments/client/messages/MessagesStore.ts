import { addComment, deleteComment, updateComment, type Comment } from '@sinter/sdk/contract/comments/comments';
import { commentChanged } from '@sinter/sdk/contract/comments/events';
import { portalChanged } from '@sinter/sdk/contract/orders/events';
import {
  listThreads,
  readThread,
  seeAll,
  seeThread,
  shareThread,
  threadFilters,
  type Thread,
  type ThreadPage,
  type ThreadSubject,
} from '@sinter/sdk/contract/comments/threads';
import type { CallResult } from '@sinter/sdk/contract/call';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, on, Question, together } from '@sinter/sdk/state';
import { keepEntered } from '@sinter/sdk/state/entered';
import { List, textFilters } from '@sinter/sdk/state/lists';
import { runInAction } from 'mobx';
import { Drafts, keptSchema } from './Drafts.ts';
import { onOf, subjectOf, type Writing } from './Writing.ts';

type Filters = { show: string; on: string };
interface Found {
  rows: readonly Thread[];
  total: number;
  page: ThreadPage;
}
type Opened = CallResult<typeof readThread>;
export const newThread = 'new';

/** The threads of one order: their list, the one that is open, and what the person is writing. */
export class MessagesStore {
  /** What the address opens: the id of a thread, `new`, or nothing. */
  opened: string | null = null;
  /** The draft that was sent last. */
  sent: string | null = null;
  /** The address asks for an answer: the reply field takes the focus. */
  replies = false;
  /** Asked first: sharing, or deleting. */
  asked:
    { kind: 'share'; replyIds: readonly number[]; facilityId: number | null } | { kind: 'delete'; id: number } | null =
    null;
  readonly list: List<Thread, Filters, Found>;
  readonly thread: Question<number, Opened>;
  readonly drafts: Drafts;
  readonly sending: Action<[string, Writing], Comment | null>;
  readonly doing: Action<[() => Promise<unknown>], unknown>;
  readonly orderId: number;
  readonly #host: PluginHost;

  constructor(host: PluginHost, orderId: number) {
    this.#host = host;
    this.orderId = orderId;
    const { api } = host;
    const query = { objectKind: 'RFQ_ORDER' as const, objectId: orderId };
    this.list = new List<Thread, Filters, Found>(host, {
      filters: textFilters({ show: 'ALL', on: '' }),
      keyOf: ({ id }) => id,
      page: async ({ filters: { show, on: about }, page, size }, signal) => {
        const filter = threadFilters.find((each) => each === show) ?? 'ALL';
        const found = await api.call(
          listThreads,
          { query: { ...query, show: filter, on: about, page, size } },
          { signal },
        );
        return { rows: found.threads, total: found.totalCount, page: found };
      },
      failed: 'threads could not be loaded',
      refreshOn: [on(commentChanged, (changed) => this.#isHere(changed)), on(portalChanged)],
    });
    this.thread = new Question<number, Opened>(host, {
      ask: (id, signal) => api.call(readThread, { params: { id } }, { signal }),
      failed: 'the thread could not be loaded',
      onAnswer: (answer) => this.#read(answer),
      refreshOn: [on(commentChanged, (changed) => this.#isHere(changed)), on(portalChanged)],
    });
    this.drafts = new Drafts(host);
    this.sending = new Action<[string, Writing], Comment | null>(host, {
      run: (key, writing) => this.#send(key, writing),
      failed: 'the message was not sent',
      onDone: (comment, key) => {
        this.drafts.drop(key);
        this.#refresh();
        if (key === newThread && comment) this.open(String(comment.id));
      },
    });
    this.doing = new Action<[() => Promise<unknown>], unknown>(host, {
      run: (change) => change(),
      failed: 'a thread was not changed',
      toast: true,
      onDone: () => {
        this.asked = null;
        this.#refresh();
      },
      onFailed: () => this.#refresh(),
    });
    makeStore(this);
  }

  get page(): ThreadPage | null {
    return this.list.answer?.page ?? null;
  }

  get isProvider(): boolean {
    return this.#host.user.defaultRole === 'ROLE_SERVICE_PROVIDER';
  }

  /** The open thread, once it is there. */
  get present(): Opened | null {
    const { answer } = this.thread;
    return answer && String(answer.thread.id) === this.opened ? answer : null;
  }

  start(): Dispose {
    this.#follow();
    return together(
      keepEntered(this.#host, {
        what: `comments.messages.${this.orderId}`,
        schema: keptSchema,
        entered: () => this.drafts.kept,
        restore: (kept) => this.drafts.restore(kept),
      }),
      this.list.start(),
      this.thread.follow(),
      this.#host.location.subscribe(() => runInAction(() => this.#follow())),
      () => this.drafts.stop(),
    );
  }

  /** `new`, the id of a thread, or none. */
  open(what: string | null): void {
    const { pathname, search } = this.#host.location.get();
    const address = new URLSearchParams(search);
    address.delete('reply');
    if (what === null) address.delete('thread');
    else address.set('thread', what);
    this.#host.navigate(address.size > 0 ? `${pathname}?${address}` : pathname);
  }

  /** The address with which a thread of the list opens. */
  addressOf({ id }: Thread): string {
    const { pathname, search } = this.#host.location.get();
    const address = new URLSearchParams(search);
    address.delete('reply');
    address.set('thread', String(id));
    return `${pathname}?${address}`;
  }

  subjectOf({ objectKind, objectId }: { objectKind: string; objectId: number }): ThreadSubject | null {
    return this.page?.subjects.find((each) => each.objectKind === objectKind && each.objectId === objectId) ?? null;
  }

  /** Begins a thread on what the list shows, or on the order. */
  begin(): Writing {
    const { on: about } = this.list.filters;
    const subject = about === '' ? { objectKind: 'RFQ_ORDER', objectId: this.orderId } : subjectOf(about);
    const facilityId = this.subjectOf(subject)?.facilityId ?? null;
    const visibility = this.isProvider ? 'INTERNAL' : 'SHARED';
    return this.drafts.begin(newThread, { on: onOf(subject), visibility, facilityId });
  }

  reply({ id, objectKind, objectId, visibility, facility }: Thread): Writing {
    const facilityId = this.isProvider ? null : (facility?.id ?? null);
    return this.drafts.begin(String(id), { on: onOf({ objectKind, objectId }), visibility, facilityId });
  }

  edit(comment: Comment): void {
    const { body, mentions, visibility, facility } = comment;
    const facilityId = this.isProvider ? null : (facility?.id ?? null);
    const on = onOf(comment);
    const { eventId } = this.drafts.begin(`edit ${comment.id}`, { on, visibility, facilityId });
    this.drafts.find(`edit ${comment.id}`)?.restore({
      ...{ eventId, on, visibility, facilityId, text: body, mentions, files: [] },
    });
  }

  send(key: string, writing: Writing): void {
    if (!writing.maySend || this.sending.busy) return;
    this.sent = key;
    void this.sending.run(key, writing);
  }

  discard(key: string): void {
    this.drafts.drop(key);
    this.sending.forgive();
    if (key === newThread) this.open(null);
  }

  ask(question: MessagesStore['asked']): void {
    this.asked = question;
  }

  share(id: number): void {
    const { asked } = this;
    if (asked?.kind !== 'share') return;
    const body = { facilityId: asked.facilityId, replyIds: [...asked.replyIds] };
    void this.doing.run(() => this.#host.api.call(shareThread, { params: { id }, body }));
  }

  remove(id: number): void {
    void this.doing.run(() => this.#host.api.call(deleteComment, { params: { id } }));
  }

  resolve({ id, resolved }: Thread): void {
    void this.doing.run(() => this.#host.api.call(updateComment, { body: { id, resolved: !resolved } }));
  }

  readAll(): void {
    const body = { objectKind: 'RFQ_ORDER' as const, objectId: this.orderId };
    void this.doing.run(() => this.#host.api.call(seeAll, { body }));
  }

  #send(key: string, writing: Writing): Promise<Comment> {
    const { api } = this.#host;
    const { eventId, on: about, visibility, facilityId, mentioned, files } = writing;
    const said = { body: writing.text.trim(), mentions: [...mentioned] };
    if (key.startsWith('edit ')) return api.call(updateComment, { body: { id: Number(key.slice(5)), ...said } });
    const parentId = key === newThread ? null : Number(key);
    const fileIds = files.stored.map(({ id }) => id);
    const to = visibility === 'SHARED' && !this.isProvider ? facilityId : null;
    return api.call(addComment, {
      body: { eventId, ...subjectOf(about), parentId, visibility, facilityId: to, fileIds, ...said },
    });
  }

  #refresh(): void {
    this.list.refresh();
    this.thread.refresh();
  }

  #isHere(changed: { objectKind: string; objectId: number }): boolean {
    return (
      this.subjectOf(changed) !== null || (changed.objectKind === 'RFQ_ORDER' && changed.objectId === this.orderId)
    );
  }

  #follow(): void {
    const asked = new URLSearchParams(this.#host.location.get().search);
    const opened = asked.get('thread');
    this.replies = asked.has('reply');
    if (opened === this.opened) return;
    this.opened = opened;
    this.asked = null;
    this.sending.forgive();
    if (opened === newThread) this.begin();
    if (Number(opened) > 0) this.thread.ask(Number(opened));
    else this.thread.clear();
  }

  #read({ thread, comments }: Opened): void {
    const upTo = comments.at(-1)?.id;
    if (thread.unread === 0 || upTo === undefined || globalThis.document?.visibilityState === 'hidden') return;
    // Its event makes the counts of all pages right.
    void this.#host.api.call(seeThread, { params: { id: thread.id }, body: { upTo } }).catch((error: unknown) => {
      this.#host.log.warn('a thread was not marked as read', { error: String(error) });
    });
  }
}
