import type { CallInput, CallResult } from '@sinter/sdk/contract/call';
import {
  addLinkApp,
  blockLinkApp,
  changeLinkApp,
  listReviewedLinks,
  publishLinkApp,
  removeLinkApp,
  setLinkLogo,
} from '@sinter/sdk/contract/host/linkApps';
import { registryChanged } from '@sinter/sdk/contract/host/events';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, on, Question } from '@sinter/sdk/state';
import { toast } from '@sinter/sdk/ui';

type Answer = CallResult<typeof listReviewedLinks>;
export type Reviewed = Answer['apps'][number];
export type Facts = CallInput<typeof addLinkApp>['body'];

/** What is open beside the list. */
export type Editing = { kind: 'new' } | { kind: 'change' | 'logo' | 'publish' | 'block' | 'remove'; app: Reviewed };

type Host = Pick<PluginHost, 'api' | 'events' | 'log' | 't'>;

/** Every link app of the server, for who decides on them. */
export class LinkReviewStore {
  editing: Editing | null = null;
  readonly reading: Question<void, Answer>;
  readonly remove: Action<[app: Reviewed]>;
  readonly logo: Action<[app: Reviewed, file: File]>;
  readonly #host: Host;

  constructor(host: Host) {
    const { api, t } = host;
    this.#host = host;
    this.reading = new Question<void, Answer>(host, {
      ask: (_asked, signal) => api.call(listReviewedLinks, {}, { signal }),
      failed: 'the link apps could not be read',
      refreshOn: [on(registryChanged)],
    });
    this.remove = new Action<[Reviewed]>(host, {
      run: async ({ id }) => void (await api.call(removeLinkApp, { params: { id } })),
      failed: 'the link app was not deleted',
      toast: true,
      onDone: () => this.#done(t('link.done.removed')),
    });
    this.logo = new Action<[Reviewed, File]>(host, {
      run: async ({ id }, file) => void (await api.upload(setLinkLogo, file, { params: { id } })),
      failed: 'the logo was not saved',
      onDone: () => this.#done(t('link.done.saved')),
    });
    makeStore(this);
  }

  start(): Dispose {
    return this.reading.start();
  }

  edit(editing: Editing | null): void {
    this.editing = editing;
  }

  /** Throws the refusal, for the form to show. */
  async save(app: Reviewed | null, body: Facts): Promise<void> {
    const { api, t } = this.#host;
    if (app === null) await api.call(addLinkApp, { body });
    else await api.call(changeLinkApp, { params: { id: app.id }, body });
    this.#done(t('link.done.saved'));
  }

  async publish({ id }: Reviewed, body: CallInput<typeof publishLinkApp>['body']): Promise<void> {
    await this.#host.api.call(publishLinkApp, { params: { id }, body });
    this.#done(this.#host.t('link.done.published'));
  }

  async block({ id }: Reviewed, reason: string): Promise<void> {
    await this.#host.api.call(blockLinkApp, { params: { id }, body: { reason } });
    this.#done(this.#host.t('link.done.blocked'));
  }

  #done(text: string): void {
    toast.success(text);
    this.editing = null;
    this.reading.refresh();
  }
}
