import { readSecurityPolicy, saveSecurityPolicy, type SecurityPolicy } from '@sinter/sdk/contract/host/security';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeAutoObservable, observableRef, runInAction } from 'mobx';

type Host = Pick<PluginHost, 'api' | 'log' | 'user'>;

/** What the enterprise or the buyer company asks of its people. */
export class SecurityStore {
  policy: SecurityPolicy | null = null;
  error: unknown = null;

  constructor(private readonly host: Host) {
    makeAutoObservable<this, 'host'>(this, { policy: observableRef, error: observableRef, host: false });
  }

  get mayChange(): boolean {
    const { memberRoles, serviceProvider } = this.host.user;
    // An enterprise has one policy, which is its root facility's.
    if (serviceProvider && serviceProvider.rootSpId !== null) return false;
    return memberRoles.some((role) => role === 'SP_SUPER_ADMIN' || role === 'ENG_SUPER_ADMIN' || role === 'ENG_ADMIN');
  }

  start(): Dispose {
    void this.load();
    return () => {};
  }

  async load(): Promise<void> {
    try {
      const policy = await this.host.api.call(readSecurityPolicy, {});
      runInAction(() => {
        this.policy = policy;
        this.error = null;
      });
    } catch (error) {
      this.host.log.warn('The security policy could not be read', { error: String(error) });
      runInAction(() => (this.error = error));
    }
  }

  /** Throws what the server says. */
  async save(policy: SecurityPolicy): Promise<void> {
    const saved = await this.host.api.call(saveSecurityPolicy, { body: policy });
    runInAction(() => (this.policy = saved));
  }
}
