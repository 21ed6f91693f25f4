import { readSecurityPolicy, saveSecurityPolicy, type SecurityPolicy } from '@sinter/sdk/contract/host/security';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Question } from '@sinter/sdk/state';

type Host = Pick<PluginHost, 'api' | 'log' | 'user'>;

/** What the enterprise or the buyer company asks of its people. */
export class SecurityStore {
  readonly policy: Question<void, SecurityPolicy>;
  readonly #host: Host;

  constructor(host: Host) {
    this.#host = host;
    this.policy = new Question<void, SecurityPolicy>(host, {
      ask: (_asked, signal) => host.api.call(readSecurityPolicy, {}, { signal }),
      failed: 'the security policy could not be read',
    });
  }

  get mayChange(): boolean {
    const { memberRoles, serviceProvider } = this.#host.user;
    // An enterprise has one policy, which is its root facility's.
    if (serviceProvider && serviceProvider.rootSpId !== null) return false;
    return memberRoles.some((role) => role === 'SP_SUPER_ADMIN' || role === 'ENG_SUPER_ADMIN' || role === 'ENG_ADMIN');
  }

  start(): Dispose {
    return this.policy.start();
  }

  /** Throws what the server says. */
  async save(policy: SecurityPolicy): Promise<void> {
    this.policy.put(await this.#host.api.call(saveSecurityPolicy, { body: policy }));
  }
}
