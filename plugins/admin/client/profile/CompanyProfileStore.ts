import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import type { MemberRole } from '@sinter/sdk/contract/enums';
import { readEngineerProfile, updateEngineerProfile } from '@sinter/sdk/contract/host/facilities';
import { listCountries } from '@sinter/sdk/contract/host/places';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import type { Country } from '@sinter/sdk/ui/form';
import { deliveryList } from './deliveries.ts';
import type { DeliveryList } from './deliveries.ts';

export type CompanyProfile = CallResult<typeof readEngineerProfile>;

const editors: readonly MemberRole[] = ['ENG_SUPER_ADMIN', 'ENG_ADMIN', 'ENG_MANAGER'];

/** The buyer company: its details for those who may change them, its delivery addresses for everybody. */
export class CompanyProfileStore {
  profile: CompanyProfile | null = null;
  countries: readonly Country[] = [];
  error: unknown = null;
  readonly mayEdit: boolean;
  readonly deliveries: DeliveryList;

  constructor(private readonly host: Pick<PluginHost, 'api' | 'log' | 'user'>) {
    this.deliveries = deliveryList(host);
    this.mayEdit = host.user.memberRoles.some((role) => editors.includes(role));
    makeAutoObservable<this, 'host'>(
      this,
      {
        ...{ profile: observableRef, countries: observableRef, error: observableRef },
        ...{ deliveries: false, mayEdit: false, host: false },
      },
      { autoBind: true },
    );
  }

  start(): Dispose {
    void this.load();
    void this.deliveries.load();
    return () => {};
  }

  async load(): Promise<void> {
    this.error = null;
    try {
      const [profile, countries] = await Promise.all([
        this.host.api.call(readEngineerProfile, {}),
        this.host.api.call(listCountries, {}),
      ]);
      runInAction(() => {
        this.profile = profile;
        this.countries = countries;
      });
    } catch (error) {
      this.host.log.warn('The company profile could not be loaded', { error: String(error) });
      runInAction(() => (this.error = error));
    }
  }

  /** Throws the `CallError` of a refusal, for the form to show. */
  async save(body: CallArguments<typeof updateEngineerProfile>['body']): Promise<void> {
    const profile = await this.host.api.call(updateEngineerProfile, { body });
    runInAction(() => (this.profile = profile));
  }
}
