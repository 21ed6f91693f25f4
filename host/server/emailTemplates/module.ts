import * as emailTemplates from '@sinter/sdk/contract/host/emailTemplates';
import { defineHostModule } from '../hostModule.ts';
import { handleEmailTemplates } from './handlers.ts';
import { partsOf } from './parts.ts';

export const emailTemplatesModule = defineHostModule({
  id: 'emailTemplates',
  serves: emailTemplates,
  setup: (host) => handleEmailTemplates(partsOf(host)),
});
