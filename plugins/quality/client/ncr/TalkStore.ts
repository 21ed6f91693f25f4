import { addComment, deleteComment, listComments, type Comment } from '@sinter/sdk/contract/comments/comments';
import { commentChanged } from '@sinter/sdk/contract/comments/events';
import { newId, type Dispose, type PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, on, Question, together } from '@sinter/sdk/state';
import { keepEntered } from '@sinter/sdk/state/entered';
import * as z from 'zod';

const draftSchema = z.object({ eventId: z.string(), text: z.string() });
export type TalkKind = 'QMS_NCR' | 'QMS_NCR_MRB';
type Host = Pick<PluginHost, 'api' | 'beforeStop' | 'events' | 'log' | 'user'>;

/** Comments on a non-conformance: of whoever sees it, or of its review board. */
export class TalkStore {
  draft = { eventId: newId(), text: '' };
  readonly question: Question<void, readonly Comment[]>;
  readonly sending: Action<[], Comment>;
  readonly deleting: Action<[Comment], void>;
  readonly #host: Host;
  readonly #about: { objectKind: TalkKind; objectId: number };

  constructor(host: Host, objectKind: TalkKind, objectId: number) {
    this.#host = host;
    this.#about = { objectKind, objectId };
    this.question = new Question<void, readonly Comment[]>(host, {
      ask: (_, signal) => host.api.call(listComments, { query: this.#about }, { signal }),
      failed: 'comments on a non-conformance could not be loaded',
      refreshOn: [on(commentChanged, (one) => one.objectKind === objectKind && one.objectId === objectId)],
    });
    this.sending = new Action(host, {
      run: () => {
        const { eventId, text } = this.draft;
        const body = { ...this.#about, eventId, body: text.trim(), visibility: 'INTERNAL' as const };
        return host.api.call(addComment, { body });
      },
      onDone: (comment) => {
        this.draft = { eventId: newId(), text: '' };
        this.question.put([...(this.question.answer ?? []).filter(({ id }) => id !== comment.id), comment]);
      },
      failed: 'a comment was not sent',
    });
    this.deleting = new Action<[Comment], void>(host, {
      run: async ({ id }) => void (await host.api.call(deleteComment, { params: { id } })),
      onDone: () => this.question.refresh(),
      failed: 'a comment was not deleted',
      toast: true,
    });
    makeStore(this);
  }

  start(): Dispose {
    const { objectKind, objectId } = this.#about;
    return together(
      keepEntered(this.#host, {
        what: `quality.comment.${objectKind}.${objectId}`,
        schema: draftSchema,
        entered: () => (this.draft.text.trim() === '' ? null : this.draft),
        restore: (draft) => (this.draft = draft),
      }),
      this.question.start(),
    );
  }

  write(text: string): void {
    this.draft = { ...this.draft, text };
  }
}
