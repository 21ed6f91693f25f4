import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import type { MemberRole } from '@sinter/sdk/contract/enums';
import { readEngineerProfile, updateEngineerProfile } from '@sinter/sdk/contract/admin/profiles';
import { hasOrderRight } from '@sinter/sdk/contract/orders/rights';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { together } from '@sinter/sdk/state';
import { deliveryList } from './deliveries.ts';
import type { DeliveryList } from './deliveries.ts';
import { Profile } from './Profile.ts';

export type CompanyProfile = CallResult<typeof readEngineerProfile>;
type Host = Pick<PluginHost, 'api' | 'log' | 'user'>;

const editors: readonly MemberRole[] = ['ENG_SUPER_ADMIN', 'ENG_ADMIN'];

/** The buyer company: its details for those who may change them, its delivery addresses for those who order. */
export class CompanyProfileStore {
  readonly company: Profile<CompanyProfile>;
  readonly deliveries: DeliveryList;
  readonly #host: Host;

  constructor(host: Host) {
    this.#host = host;
    this.company = new Profile(host, (signal) => host.api.call(readEngineerProfile, {}, { signal }));
    this.deliveries = deliveryList(host);
  }

  get mayEdit(): boolean {
    return this.#host.user.memberRoles.some((role) => editors.includes(role));
  }

  get mayEditDeliveries(): boolean {
    return hasOrderRight(this.#host.user.memberRoles, 'create');
  }

  start(): Dispose {
    return together(this.company.start(), this.deliveries.start());
  }

  /** Throws the `CallError` of a refusal, for the form to show. */
  async save(body: CallArguments<typeof updateEngineerProfile>['body']): Promise<void> {
    this.company.put(await this.#host.api.call(updateEngineerProfile, { body }));
  }
}
