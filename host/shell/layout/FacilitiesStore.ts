import { listInternalFacilities } from '@sinter/sdk/contract/host/places';
import type { SessionUser } from '@sinter/sdk/contract/host/session';
import { makeStore, Question } from '@sinter/sdk/state';
import type { Browser } from '#host/browser/browser.ts';

export interface Place {
  id: number;
  name: string;
  /** The one that the session is in. */
  here: boolean;
}

/** The facilities that the person can go to. */
export class FacilitiesStore {
  readonly #user: SessionUser;
  readonly #question: Question<void, readonly Place[]>;

  constructor({ api, log }: Pick<Browser, 'api' | 'log'>, user: SessionUser) {
    this.#user = user;
    const here = user.serviceProvider?.id;
    this.#question = new Question<void, readonly Place[]>(
      { log },
      {
        ask: async (_asked, signal) => {
          const found = await api.call(listInternalFacilities, {}, { signal });
          return found.map(({ serviceProviderDTO: { id, companyName: name } }) => ({ id, name, here: id === here }));
        },
        failed: 'the facilities could not be listed',
      },
    );
    makeStore(this);
  }

  get places(): readonly Place[] {
    return this.#question.answer ?? [];
  }

  /** Is there a choice? Super admins see the switcher even while there is one facility only. */
  get shown(): boolean {
    return this.places.length > (this.#user.memberRoles.includes('SP_SUPER_ADMIN') ? 0 : 1);
  }

  load(): void {
    if (this.#user.serviceProvider) this.#question.ask();
  }
}

export const switchPath = ({ id }: Place): string => `/switch-facility/${id}`;
