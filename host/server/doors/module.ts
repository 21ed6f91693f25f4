import * as calls from '@sinter/sdk/contract/host/frontDoors';
import { onEvent } from '../events/hearing.ts';
import { configurationChanged } from '../events/outbox.ts';
import { defineHostModule } from '../hostModule.ts';
import { frontDoors } from './doors.ts';
import { doorConfigType, handleFrontDoors } from './handlers.ts';
import * as tables from './migrations/001_front_doors.ts';
import { partsOf } from './parts.ts';

export const doorsModule = defineHostModule({
  id: 'doors',
  serves: { ...calls },
  migrations: { '001_front_doors': tables },
  setup(host) {
    const parts = partsOf(host);
    host.provide(frontDoors, () => parts.doors);
    onEvent(host, configurationChanged, ({ configType }) => {
      if (configType === doorConfigType) parts.doors.forget();
    });
    handleFrontDoors(parts);
  },
});
