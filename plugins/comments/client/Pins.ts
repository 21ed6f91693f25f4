import { commentPinSchema, commentSchema } from '@sinter/sdk/contract/comments/comments';
import {
  addComment,
  deleteComment,
  listComments,
  mayComment,
  updateComment,
} from '@sinter/sdk/contract/comments/comments';
import type { Comment, CommentPin } from '@sinter/sdk/contract/comments/comments';
import { commentChanged } from '@sinter/sdk/contract/comments/events';
import { portalChanged } from '@sinter/sdk/contract/orders/events';
import type { PartPin, PartPins } from '@sinter/sdk/contract/preparation/partThreads';
import type { PartSubject } from '@sinter/sdk/contract/preparation/partViewer';
import { newId, type Dispose, type PluginHost } from '@sinter/sdk/plugin';
import { makeStore, together } from '@sinter/sdk/state';
import { keepEntered } from '@sinter/sdk/state/entered';
import { runInAction } from 'mobx';
import * as z from 'zod';

const draftSchema = z.object({
  eventId: z.string(),
  pin: commentPinSchema,
  text: z.string(),
  visibility: commentSchema.shape.visibility,
});
export type Draft = z.output<typeof draftSchema>;
const answerSchema = z.object({ eventId: z.string(), to: commentSchema, text: z.string() });
/** An answer that the user is writing to a thread. */
export type Answer = z.output<typeof answerSchema>;
/** A comment on a place of the part, with its answers. */
export interface Thread {
  comment: Comment & { pin: CommentPin };
  answers: readonly Comment[];
}

type PinsHost = Pick<PluginHost, 'api' | 'beforeStop' | 'events' | 'log' | 't' | 'user'>;

/** The comments that are pinned to a part. */
export class Pins implements PartPins {
  comments: readonly Comment[] = [];
  /** Whether this person may write here; `null` until the server has said so. */
  writes: boolean | null = null;
  error: unknown = null;
  /** The next click on the part starts a comment. */
  placing = false;
  draft: Draft | null = null;
  answer: Answer | null = null;
  selected: number | null = null;
  busy = false;
  /** The error of the last refused change. */
  refusal: unknown = null;
  readonly #host: PinsHost;
  readonly #subject: PartSubject;

  constructor(host: PinsHost, subject: PartSubject) {
    this.#host = host;
    this.#subject = subject;
    makeStore(this);
  }

  /** Open threads first. A deleted comment stays as long as it has answers. */
  get threads(): readonly Thread[] {
    const answersTo = (id: number) => this.comments.filter((one) => one.parentId === id && !one.deleted);
    const threads = this.comments.flatMap((one) => {
      const answers = answersTo(one.id);
      return one.pin && (!one.deleted || answers.length > 0) ? [{ comment: { ...one, pin: one.pin }, answers }] : [];
    });
    const waits = ({ comment }: Thread) => !comment.resolved;
    return [...threads.filter(waits), ...threads.filter((thread) => !waits(thread))];
  }

  get pins(): readonly PartPin[] {
    return this.threads.map(({ comment: { id, pin, body, resolved } }, index) => ({
      id,
      place: pin,
      label: this.#host.t('pins.pin', { number: index + 1, text: body }),
      settled: resolved,
    }));
  }

  get marked(): CommentPin | null {
    return this.draft?.pin ?? null;
  }

  get guide(): string | null {
    return this.placing ? this.#host.t('pins.guide') : null;
  }

  start(): Dispose {
    const { objectId, objectKind } = this.#subject;
    void this.load();
    return together(
      keepEntered(this.#host, {
        what: `comments.${objectKind}.${objectId}`,
        schema: z.object({ draft: draftSchema.nullable(), answer: answerSchema.nullable() }),
        entered: () => this.#entered,
        restore: ({ draft, answer }) => this.goOn(draft, answer),
      }),
      this.#host.events.on(commentChanged, (changed) => {
        if (changed.objectKind === objectKind && changed.objectId === objectId) void this.load();
      }),
      this.#host.events.on(portalChanged, () => void this.load()),
    );
  }

  /** What was being written before a reload. */
  goOn(draft: Draft | null, answer: Answer | null): void {
    this.draft = draft;
    this.answer = answer;
  }

  get #entered(): { draft: Draft | null; answer: Answer | null } | null {
    const { draft, answer } = this;
    return draft?.text.trim() || answer?.text.trim() ? { draft, answer } : null;
  }

  async load(): Promise<void> {
    try {
      const { api } = this.#host;
      const query = this.#subject;
      const [comments, { writes }] = await Promise.all([
        api.call(listComments, { query }),
        api.call(mayComment, { query }),
      ]);
      runInAction(() => {
        this.comments = comments;
        this.writes = writes;
        if (!writes) this.placing = false;
        this.error = null;
      });
    } catch (error) {
      this.#host.log.warn('Comments could not be loaded', { ...this.#subject, error: String(error) });
      runInAction(() => (this.error = error));
    }
  }

  place(placing: boolean): void {
    this.placing = placing;
  }

  giveUp(): void {
    this.placing = false;
  }

  choose(pin: CommentPin): void {
    this.placing = false;
    this.refusal = null;
    const usual = this.#host.user.defaultRole === 'ROLE_SERVICE_PROVIDER' ? 'INTERNAL' : 'SHARED';
    const { text = '', visibility = usual } = this.draft ?? {};
    this.draft = { eventId: newId(), pin, text, visibility };
  }

  write(change: Partial<Pick<Draft, 'text' | 'visibility'>>): void {
    if (this.draft) this.draft = { ...this.draft, ...change };
  }

  discard(): void {
    this.draft = null;
    this.placing = false;
  }

  select(id: number | null): void {
    this.selected = id;
  }

  /** Starts an answer, or continues the one that was started. */
  reply(to: Comment): void {
    this.refusal = null;
    if (this.answer?.to.id !== to.id) this.answer = { eventId: newId(), to, text: '' };
  }

  writeAnswer(text: string): void {
    if (this.answer) this.answer = { ...this.answer, text };
  }

  discardAnswer(): void {
    this.answer = null;
  }

  async save(): Promise<void> {
    const { draft } = this;
    if (!draft || draft.text.trim() === '') return;
    const { eventId, pin, text, visibility } = draft;
    await this.#change(async () => {
      const added = await this.#host.api.call(addComment, {
        body: { ...this.#subject, eventId, body: text.trim(), visibility, pin },
      });
      runInAction(() => {
        this.draft = null;
        this.selected = added.id;
      });
    });
  }

  async sendAnswer(): Promise<void> {
    const { answer } = this;
    if (!answer || answer.text.trim() === '') return;
    const { eventId, to, text } = answer;
    await this.#change(async () => {
      // An answer has the visibility of its thread.
      await this.#host.api.call(addComment, {
        body: { ...this.#subject, eventId, parentId: to.id, body: text.trim(), visibility: to.visibility },
      });
      runInAction(() => (this.answer = null));
    });
  }

  resolve({ id }: Comment, resolved: boolean): Promise<void> {
    return this.#change(() => this.#host.api.call(updateComment, { body: { id, resolved } }));
  }

  remove({ id }: Comment): Promise<void> {
    return this.#change(() => this.#host.api.call(deleteComment, { params: { id } }));
  }

  async #change(call: () => Promise<unknown>): Promise<void> {
    this.busy = true;
    this.refusal = null;
    try {
      await call();
      await this.load();
    } catch (error) {
      this.#host.log.warn('A comment was refused', { error: String(error) });
      runInAction(() => (this.refusal = error));
    } finally {
      runInAction(() => (this.busy = false));
    }
  }
}
