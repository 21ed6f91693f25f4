import { readKeys, resetKeys } from '@sinter/sdk/contract/host/account';
import { onEvent } from '../events/hearing.ts';
import { sessionsChanged } from '../events/outbox.ts';
import { defineHostModule, housekeeping } from '../hostModule.ts';
import { keyCallers } from '../http/callers.ts';
import { registeredNames } from '../registered.ts';
import { createBuckets } from '../http/buckets.ts';
import { createKeyCallers } from './callers.ts';
import { handleKeys } from './handlers.ts';
import { createApiKeys } from './keys.ts';
import * as tables from './migrations/001_tables.ts';
import * as scopes from './migrations/002_scopes.ts';
import { partsOf } from './parts.ts';
import { roomDb } from './tables.ts';

export const keysModule = defineHostModule({
  id: 'keys',
  serves: { readKeys, resetKeys },
  migrations: { '001_tables': tables, '002_scopes': scopes },
  setup(host) {
    const keys = createApiKeys(roomDb(host.db), host.get(registeredNames));
    host.provide(keyCallers, () => createKeyCallers(keys, createBuckets()));
    onEvent(host, sessionsChanged, ({ userId }) => keys.forget(userId));
    host.contribute(housekeeping, () => keys.removeExpired());
    handleKeys(partsOf(host));
  },
});
