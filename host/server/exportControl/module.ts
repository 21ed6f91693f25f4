import { defineHostModule } from '../hostModule.ts';
import { handleExportControl } from './handlers.ts';

export const exportControlModule = defineHostModule({ id: 'exportControl', setup: handleExportControl });
