import type { CallResult } from '@sinter/sdk/contract/call';
import {
  decideClearance,
  listClearances,
  readExportPolicy,
  saveExportPolicy,
  type ExportPolicy,
} from '@sinter/sdk/contract/host/exportControl';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeAutoObservable, observableRef, runInAction } from 'mobx';

export const pageSize = 15;
export type ClearedPerson = CallResult<typeof decideClearance>;

type Host = Pick<PluginHost, 'api' | 'log' | 'user'>;

/** Whether controlled work is done here, and who may see it. */
export class ExportControlStore {
  policy: ExportPolicy | null = null;
  people: readonly ClearedPerson[] = [];
  total = 0;
  page = 0;
  loading = true;
  error: unknown = null;
  /** The one a decision is being made about. */
  deciding: { person: ClearedPerson; decision: 'VERIFY' | 'REVOKE' } | null = null;

  constructor(private readonly host: Host) {
    makeAutoObservable<this, 'host'>(
      this,
      { policy: observableRef, people: observableRef, error: observableRef, deciding: observableRef, host: false },
      { autoBind: true },
    );
  }

  get ownId(): number {
    return this.host.user.id;
  }

  start(): Dispose {
    void this.load();
    return () => {};
  }

  async load(): Promise<void> {
    const { api, log } = this.host;
    this.loading = true;
    try {
      const [policy, people] = await Promise.all([
        api.call(readExportPolicy, {}),
        api.call(listClearances, { query: { page: this.page, size: pageSize } }),
      ]);
      runInAction(() => {
        this.policy = policy;
        this.people = people.content;
        this.total = people.totalElements;
        this.error = null;
      });
    } catch (error) {
      log.warn('Export control could not be read', { error: String(error) });
      runInAction(() => (this.error = error));
    } finally {
      runInAction(() => (this.loading = false));
    }
  }

  show(page: number): void {
    this.page = page;
    void this.load();
  }

  ask(person: ClearedPerson, decision: 'VERIFY' | 'REVOKE'): void {
    this.deciding = { person, decision };
  }

  leave(): void {
    this.deciding = null;
  }

  /** Throws what the server says. */
  async savePolicy(policy: ExportPolicy): Promise<void> {
    const saved = await this.host.api.call(saveExportPolicy, { body: policy });
    runInAction(() => (this.policy = saved));
  }

  /** Throws what the server says. */
  async decide(expiresOn: string, reason: string): Promise<void> {
    if (!this.deciding) return;
    const { person, decision } = this.deciding;
    const body = decision === 'VERIFY' ? { decision, expiresOn, reason } : { decision, reason };
    const decided = await this.host.api.call(decideClearance, { params: { userId: person.userId }, body });
    runInAction(() => {
      this.people = this.people.map((other) => (other.userId === decided.userId ? decided : other));
      this.deciding = null;
    });
  }
}
