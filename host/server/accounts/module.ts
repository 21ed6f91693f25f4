import { defineHostModule } from '../hostModule.ts';
import { handleAccounts } from './handlers.ts';

export const accountsModule = defineHostModule({ id: 'accounts', setup: handleAccounts });
