import * as calls from '@sinter/sdk/contract/host/frontDoors';
import { onEvent } from '../events/hearing.ts';
import { configurationChanged } from '../events/outbox.ts';
import { settingStates } from '@sinter/sdk/server';
import { defineHostModule } from '../hostModule.ts';
import { frontDoors } from './doors.ts';
import { doorConfigType, handleFrontDoors } from './handlers.ts';
import * as tables from './migrations/001_front_doors.ts';
import { partsOf } from './parts.ts';
import { roomDb } from './tables.ts';

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
    host.contribute(settingStates, async (db, facilityId) => {
      const claimed = await roomDb(db)
        .selectFrom('front_door')
        .select('verified_at')
        .where('facility_id', '=', facilityId)
        .execute();
      const waits = claimed.some(({ verified_at }) => verified_at === null);
      return { 'admin/site-addresses': claimed.length === 0 ? 'OFF' : waits ? 'INCOMPLETE' : 'ON' };
    });
    handleFrontDoors(parts);
  },
});
