import { readSecurityPolicy, saveSecurityPolicy } from '@sinter/sdk/contract/host/security';
import * as team from '@sinter/sdk/contract/host/team';
import { bagOf } from '../host.ts';
import { defineHostModule } from '../hostModule.ts';
import { handlePeople } from './handlers.ts';
import * as tables from './migrations/001_tables.ts';

export const peopleModule = defineHostModule({
  id: 'people',
  serves: { ...team, readSecurityPolicy, saveSecurityPolicy },
  migrations: { '001_tables': tables },
  setup: (host) => handlePeople(bagOf(host)),
});
