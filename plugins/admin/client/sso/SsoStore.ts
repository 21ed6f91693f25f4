import type { CallResult } from '@sinter/sdk/contract/call';
import {
  addSsoConnection,
  deleteSsoConnection,
  listSsoConnections,
  saveSsoConnection,
  type SsoConnectionInput,
} from '@sinter/sdk/contract/host/sso';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeAutoObservable, observableRef, runInAction } from 'mobx';

export type SsoView = CallResult<typeof listSsoConnections>;
export type SsoConnection = SsoView['connections'][number];

/** Single sign-on connections of the enterprise. */
export class SsoStore {
  view: SsoView | null = null;
  error: unknown = null;
  /** What the drawer shows: a connection, a new one, or nothing. */
  editing: SsoConnection | 'new' | null = null;
  removing: SsoConnection | null = null;

  constructor(private readonly host: Pick<PluginHost, 'api' | 'log'>) {
    makeAutoObservable<this, 'host'>(
      this,
      { view: observableRef, error: observableRef, editing: observableRef, removing: observableRef, host: false },
      { autoBind: true },
    );
  }

  start(): Dispose {
    void this.load();
    return () => {};
  }

  async load(): Promise<void> {
    try {
      const view = await this.host.api.call(listSsoConnections, {});
      runInAction(() => {
        this.view = view;
        this.error = null;
      });
    } catch (error) {
      this.fail('The connections could not be read', error);
    }
  }

  edit(connection: SsoConnection | 'new' | null): void {
    this.editing = connection;
  }

  askToRemove(connection: SsoConnection | null): void {
    this.removing = connection;
  }

  /** Throws what the server says. */
  async save(input: SsoConnectionInput): Promise<void> {
    const { editing } = this;
    if (editing === null || editing === 'new') await this.host.api.call(addSsoConnection, { body: input });
    else await this.host.api.call(saveSsoConnection, { params: { id: editing.id }, body: input });
    await this.load();
    this.edit(null);
  }

  async remove(yes: boolean): Promise<void> {
    const { removing } = this;
    this.askToRemove(null);
    if (!yes || !removing) return;
    try {
      await this.host.api.call(deleteSsoConnection, { params: { id: removing.id } });
      await this.load();
    } catch (error) {
      this.fail('A connection could not be removed', error);
    }
  }

  private fail(what: string, error: unknown): void {
    this.host.log.warn(what, { error: String(error) });
    runInAction(() => (this.error = error));
  }
}
