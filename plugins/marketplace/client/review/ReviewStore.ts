import type { CallInput, CallResult } from '@sinter/sdk/contract/call';
import {
  addPublisher,
  addPublisherKey,
  listPublishers,
  listSubmissions,
  packageStateSchema,
  revokePublisherKey,
  rotatePublisherKey,
  submitExtension,
} from '@sinter/sdk/contract/host/extensionReview';
import { registryChanged } from '@sinter/sdk/contract/host/events';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, on, Question, together } from '@sinter/sdk/state';
import { List, textFilters } from '@sinter/sdk/state/lists';
import { reviewPath, submissionPath } from '../paths.ts';

export type Submission = CallResult<typeof listSubmissions>['submissions'][number];
export type Publisher = CallResult<typeof listPublishers>['publishers'][number];
export type Key = Publisher['keys'][number];

export const tabs = ['packages', 'links', 'sources', 'publishers'] as const;
export type Tab = (typeof tabs)[number];

/** What is being entered beside the list of publishers. */
export type Editing =
  | { kind: 'publisher' }
  | { kind: 'key'; publisher: Publisher }
  | { kind: 'rotate'; publisher: Publisher; key: Key }
  | { kind: 'revoke'; publisher: Publisher; key: Key };

type Host = Pick<PluginHost, 'api' | 'events' | 'log' | 'location' | 'navigate'>;
type NewPublisher = CallInput<typeof addPublisher>['body'];

/** What vendors have submitted, and who they are. */
export class ReviewStore {
  tab: Tab;
  editing: Editing | null = null;
  /** Of the package that is being sent, 0 to 1. */
  sent = 0;
  readonly list: List<Submission, { state: string }>;
  readonly publishers: Question<void, Publisher[]>;
  readonly submit: Action<[file: File], CallResult<typeof submitExtension>>;
  readonly #host: Host;

  constructor(host: Host) {
    const { api } = host;
    this.#host = host;
    const named = new URLSearchParams(host.location.get().search).get('tab');
    this.tab = tabs.find((tab) => tab === named) ?? 'packages';
    const refreshOn = [on(registryChanged)];
    this.list = new List<Submission, { state: string }>(host, {
      filters: textFilters({ state: '' }),
      keyOf: ({ packageId }) => packageId,
      page: async ({ filters, page, size }, signal) => {
        const state = packageStateSchema.safeParse(filters.state).data;
        const query = { page, size, ...(state === undefined ? {} : { state }) };
        const found = await api.call(listSubmissions, { query }, { signal });
        return { rows: found.submissions, total: found.totalCount };
      },
      failed: 'the submitted packages could not be read',
      refreshOn,
    });
    this.publishers = new Question<void, Publisher[]>(host, {
      ask: async (_asked, signal) => (await api.call(listPublishers, {}, { signal })).publishers,
      failed: 'the publishers could not be read',
      refreshOn,
    });
    this.submit = new Action<[File], CallResult<typeof submitExtension>>(host, {
      run: (file) =>
        api.upload(
          submitExtension,
          file,
          {},
          { onProgress: (sent, total) => this.progress(total === 0 ? 0 : sent / total) },
        ),
      failed: 'the package was not submitted',
      onDone: ({ packageId }) => host.navigate(submissionPath(packageId)),
    });
    makeStore(this);
  }

  start(): Dispose {
    return together(this.list.start(), this.publishers.start());
  }

  progress(share: number): void {
    this.sent = share;
  }

  show(chosen: string): void {
    this.tab = tabs.find((tab) => tab === chosen) ?? 'packages';
    this.#host.navigate(`${reviewPath}?tab=${this.tab}`, { replace: true });
  }

  edit(editing: Editing | null): void {
    this.editing = editing;
  }

  /** Throws the refusal, for the form to show. */
  async addPublisher(body: NewPublisher): Promise<void> {
    this.#put(await this.#host.api.call(addPublisher, { body }));
  }

  async addKey({ id }: Publisher, body: { publicKey: string; development: boolean }): Promise<void> {
    this.#put(await this.#host.api.call(addPublisherKey, { params: { id }, body }));
  }

  async rotate({ id }: Publisher, { keyId }: Key, publicKey: string): Promise<void> {
    this.#put(await this.#host.api.call(rotatePublisherKey, { params: { id, keyId }, body: { publicKey } }));
  }

  async revoke({ id }: Publisher, { keyId }: Key, reason: string): Promise<void> {
    this.#put(await this.#host.api.call(revokePublisherKey, { params: { id, keyId }, body: { reason } }));
  }

  #put(changed: Publisher): void {
    const others = (this.publishers.answer ?? []).filter(({ id }) => id !== changed.id);
    this.publishers.put([...others, changed].sort((one, other) => (one.id < other.id ? -1 : 1)));
    this.editing = null;
  }
}
