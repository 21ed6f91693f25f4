import * as places from '@sinter/sdk/contract/host/places';
import { companies, facilities } from '@sinter/sdk/server';
import { defineHostModule } from '../hostModule.ts';
import { companyService } from './companies.ts';
import { facilityService } from './facilities.ts';
import { partsOf } from './parts.ts';
import { handleTree } from './tree.ts';

export const placesModule = defineHostModule({
  id: 'places',
  serves: places,
  setup(host) {
    host.provide(facilities, () => facilityService);
    host.provide(companies, () => companyService);
    handleTree(partsOf(host));
  },
});
