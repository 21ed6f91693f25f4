import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { listInternalFacilities } from '@sinter/sdk/contract/host/places';
import type { SessionUser } from '@sinter/sdk/contract/host/session';
import type { Browser } from '#host/browser/browser.ts';

export interface Place {
  id: number;
  name: string;
  /** The one that the session is in. */
  here: boolean;
}

/** The facilities that the person can go to. */
export class FacilitiesStore {
  places: readonly Place[] = [];
  private readonly browser: Pick<Browser, 'api' | 'log'>;
  private readonly user: SessionUser;

  constructor(browser: Pick<Browser, 'api' | 'log'>, user: SessionUser) {
    this.browser = browser;
    this.user = user;
    makeAutoObservable<this, 'browser' | 'user'>(
      this,
      { places: observableRef, browser: false, user: false },
      { autoBind: true },
    );
  }

  /** Is there a choice? Super admins see the switcher even while there is one facility only. */
  get shown(): boolean {
    return this.places.length > (this.user.memberRoles.includes('SP_SUPER_ADMIN') ? 0 : 1);
  }

  async load(): Promise<void> {
    const here = this.user.serviceProvider?.id;
    if (here === undefined) return;
    const { api, log } = this.browser;
    try {
      const found = await api.call(listInternalFacilities, {});
      const places = found.map(({ serviceProviderDTO: { id, companyName } }) => ({
        ...{ id, name: companyName, here: id === here },
      }));
      runInAction(() => (this.places = places));
    } catch (error) {
      log.warn('The facilities could not be listed', { error: String(error) });
    }
  }
}

export const switchPath = ({ id }: Place): string => `/switch-facility/${id}`;
