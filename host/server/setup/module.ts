import { readSetup, setUp } from '@sinter/sdk/contract/host/setup';
import { defineHostModule } from '../hostModule.ts';
import { httpServer } from '../http/server.ts';
import { roomDb } from '../people/tables.ts';
import { challengeStore } from '../session/challenges.ts';
import { createFirstSetup, firstSetup } from './firstSetup.ts';
import { guardSetup } from './gate.ts';
import { handleSetup } from './handlers.ts';

export const setupModule = defineHostModule({
  id: 'setup',
  serves: { readSetup, setUp },
  setup(host) {
    host.provide(firstSetup, () => createFirstSetup(roomDb(host.db), host.get(challengeStore)));
    guardSetup(host.get(httpServer), host.get(firstSetup));
    handleSetup(host);
  },
});
