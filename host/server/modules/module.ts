import { registryChanged } from '@sinter/sdk/contract/host/events';
import * as modules from '@sinter/sdk/contract/host/modules';
import * as registry from '@sinter/sdk/contract/host/registry';
import { runningModules } from '@sinter/sdk/server';
import { onEvent } from '../events/hearing.ts';
import { configurationChanged } from '../events/outbox.ts';
import { defineHostModule } from '../hostModule.ts';
import { callSwitch } from '../http/callers.ts';
import { nodeSettings } from '../nodeSettings.ts';
import { registeredNames } from '../registered.ts';
import { facilityLinks } from './facilityLinks.ts';
import { facilityPackages } from './facilityPackages.ts';
import { createFacilityStates, facilityStates } from './facilityStates.ts';
import { openedOf } from './grace.ts';
import { handleModules } from './handlers.ts';
import * as tables from './migrations/001_tables.ts';
import { createPackages, installedPackages } from './packages.ts';
import { partsOf } from './parts.ts';
import { handleRegistryStates } from './stateHandlers.ts';
import { roomDb } from './tables.ts';

export const modulesModule = defineHostModule({
  id: 'modules',
  serves: { ...modules, ...registry, registryChanged },
  migrations: { '001_tables': tables },
  setup(host) {
    const { log } = host;
    const { pluginsDir, webDir } = host.get(nodeSettings);
    const packages = createPackages({ pluginsDir, webDir, log, vendors: () => host.get(facilityPackages) });
    const states = createFacilityStates(roomDb(host.db), packages, host.get(registeredNames).flags, () =>
      host.get(facilityLinks),
    );
    host.provide(installedPackages, () => packages);
    host.provide(facilityStates, () => states);
    host.provide(callSwitch, () => async ({ owner, flag }, request) => {
      const state = await states.of(request.session?.principal ?? null);
      // A vendor's plugin has nothing open in somebody else's module; that its own went off is decided by its token.
      const opened = request.plugin ? null : openedOf(request);
      return state.answers(owner, opened) && (!flag || state.flags[flag] === true);
    });
    host.provide(runningModules, () => ({
      runs: async (pluginId, facilityId) => (await states.ofFacility(facilityId)).isOn(pluginId),
      flag: async (key, facilityId) => (await states.ofFacility(facilityId)).flags[key] === true,
    }));
    onEvent(host, configurationChanged, () => states.forget());
    const parts = partsOf(host);
    handleModules(parts);
    handleRegistryStates(parts);
  },
});
