import { defineHostModule } from '../hostModule.ts';
import { handleAudit } from './handlers.ts';

export const auditModule = defineHostModule({ id: 'audit', setup: handleAudit });
