import { defineHostModule } from '../hostModule.ts';
import { handlePush } from './handlers.ts';

export const pushModule = defineHostModule({ id: 'push', setup: handlePush });
