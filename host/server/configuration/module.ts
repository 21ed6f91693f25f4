import { defineHostModule } from '../hostModule.ts';
import { handleRecords } from './handlers.ts';
import { handleSettings } from './settings.ts';

export const configurationModule = defineHostModule({
  id: 'configuration',
  setup(host) {
    handleRecords(host);
    handleSettings(host);
  },
});
