import type { CallResult } from '@sinter/sdk/contract/call';
import {
  addSsoConnection,
  deleteSsoConnection,
  listSsoConnections,
  saveSsoConnection,
  type SsoConnectionInput,
} from '@sinter/sdk/contract/host/sso';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, Question } from '@sinter/sdk/state';

export type SsoView = CallResult<typeof listSsoConnections>;
export type SsoConnection = SsoView['connections'][number];
type Host = Pick<PluginHost, 'api' | 'log'>;

/** Single sign-on connections of the enterprise. */
export class SsoStore {
  /** What the drawer shows: a connection, a new one, or nothing. */
  editing: SsoConnection | 'new' | null = null;
  /** Somebody is asked whether to remove it. */
  asked: SsoConnection | null = null;
  readonly view: Question<void, SsoView>;
  readonly removing: Action<[SsoConnection], unknown>;
  readonly #host: Host;

  constructor(host: Host) {
    this.#host = host;
    this.view = new Question<void, SsoView>(host, {
      ask: (_asked, signal) => host.api.call(listSsoConnections, {}, { signal }),
      failed: 'the connections could not be read',
    });
    this.removing = new Action<[SsoConnection], unknown>(host, {
      run: ({ id }) => host.api.call(deleteSsoConnection, { params: { id } }),
      failed: 'a connection could not be removed',
      onDone: () => this.view.retry(),
    });
    makeStore(this);
  }

  get error(): unknown {
    return this.view.error ?? this.removing.error;
  }

  start(): Dispose {
    return this.view.start();
  }

  retry(): void {
    this.removing.forgive();
    this.view.retry();
  }

  edit(connection: SsoConnection | 'new' | null): void {
    this.editing = connection;
  }

  ask(connection: SsoConnection): void {
    this.asked = connection;
  }

  async answer(yes: boolean): Promise<void> {
    const { asked } = this;
    this.asked = null;
    if (yes && asked) await this.removing.run(asked);
  }

  /** Throws what the server says. */
  async save(input: SsoConnectionInput): Promise<void> {
    const { api } = this.#host;
    const { editing } = this;
    if (editing === null || editing === 'new') await api.call(addSsoConnection, { body: input });
    else await api.call(saveSsoConnection, { params: { id: editing.id }, body: input });
    this.edit(null);
    this.view.retry();
  }
}
