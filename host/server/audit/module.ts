import * as audit from '@sinter/sdk/contract/host/audit';
import { defineHostModule } from '../hostModule.ts';
import { handleAudit } from './handlers.ts';
import { partsOf } from './parts.ts';

export const auditModule = defineHostModule({
  id: 'audit',
  serves: { ...audit },
  setup: (host) => handleAudit(partsOf(host)),
});
