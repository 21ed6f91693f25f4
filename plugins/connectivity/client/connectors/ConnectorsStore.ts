import {
  createConnector,
  listConnectors,
  removeConnector,
  runConnector,
  testConnector,
  updateConnector,
  type Connector,
  type ConnectorDraft,
  type ConnectorRun,
} from '@sinter/sdk/contract/connectivity/connectors';
import { machinesReported } from '@sinter/sdk/contract/connectivity/machines';
import type { CallResult } from '@sinter/sdk/contract/call';
import { newId, type Dispose, type PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, on, Question } from '@sinter/sdk/state';

export type Connectors = CallResult<typeof listConnectors>;
export type Tested = CallResult<typeof testConnector>;

type TestDraft = Pick<ConnectorDraft, 'type' | 'endpoint' | 'secret' | 'certificate' | 'settings' | 'sources'>;

/** How the facility listens to its machines. */
export class ConnectorsStore {
  editing: Connector | 'new' | null = null;
  /** Somebody is asked whether to remove it. */
  asked: Connector | null = null;
  readonly connectors: Question<void, Connectors>;
  readonly running: Action<[Connector, ConnectorRun], Connector>;
  readonly removing: Action<[Connector], unknown>;
  readonly testing: Action<[TestDraft], Tested>;
  /** What the last test came to. */
  tested: Tested | null = null;
  readonly #host: Pick<PluginHost, 'api' | 'events' | 'log'>;
  #eventId = newId();

  constructor(host: Pick<PluginHost, 'api' | 'events' | 'log'>) {
    const { api } = host;
    this.#host = host;
    const again = () => this.connectors.refresh();
    this.connectors = new Question<void, Connectors>(host, {
      ask: (_, signal) => api.call(listConnectors, {}, { signal }),
      failed: 'connectors could not be loaded',
      refreshOn: [on(machinesReported)],
      settleMs: 3000,
    });
    this.running = new Action<[Connector, ConnectorRun], Connector>(host, {
      run: ({ id }, run) => api.call(runConnector, { params: { id }, body: { run } }),
      onDone: again,
      failed: 'a connector was not turned on or off',
      toast: true,
    });
    this.removing = new Action<[Connector], unknown>(host, {
      run: ({ id }) => api.call(removeConnector, { params: { id } }),
      onDone: again,
      failed: 'a connector was not removed',
      toast: true,
    });
    this.testing = new Action<[TestDraft], Tested>(host, {
      run: (draft) => api.call(testConnector, { body: { ...draft, id: this.#edited?.id ?? null } }),
      onDone: (tested) => (this.tested = tested),
      failed: 'a connector was not tested',
    });
    makeStore(this);
  }

  start(): Dispose {
    return this.connectors.start();
  }

  edit(editing: ConnectorsStore['editing']): void {
    this.editing = editing;
    this.tested = null;
    this.testing.forgive();
  }

  ask(connector: Connector): void {
    this.asked = connector;
  }

  async answer(yes: boolean): Promise<void> {
    const { asked } = this;
    this.asked = null;
    if (yes && asked) await this.removing.run(asked);
  }

  /** Throws the refusal, for the form to show. */
  async save(draft: ConnectorDraft): Promise<void> {
    const { api } = this.#host;
    const edited = this.#edited;
    if (edited)
      await api.call(updateConnector, { params: { id: edited.id }, body: { ...draft, version: edited.version } });
    else await api.call(createConnector, { body: { ...draft, eventId: this.#eventId } });
    this.#eventId = newId();
    this.edit(null);
    this.connectors.refresh();
  }

  get #edited(): Connector | null {
    return this.editing === 'new' ? null : this.editing;
  }
}
