import { frontDoors } from '../doors/doors.ts';
import { eventFeed } from '../events/feed.ts';
import { defineHostModule } from '../hostModule.ts';
import { httpServer } from '../http/server.ts';
import { facilityPackages } from '../modules/facilityPackages.ts';
import { facilityStates } from '../modules/facilityStates.ts';
import { sharedModules } from '../modules/manifest.ts';
import { installedPackages } from '../modules/packages.ts';
import { triedBuilds } from '../modules/triedBuilds.ts';
import { nodeSettings } from '../nodeSettings.ts';
import { registeredNames } from '../registered.ts';
import { eventStreams } from '../push/streams.ts';
import { roomDb } from '../records/tables.ts';
import { sessionStore } from '../session/sessions.ts';
import { createWebFiles } from './files.ts';
import { pluginsRebuilt } from './rebuilt.ts';
import { addWeb } from './web.ts';

/** ms */
const lookEvery = 2_000;

export const webModule = defineHostModule({
  id: 'web',
  setup(host) {
    const { webDir, controlledUrl, embedOrigins = [] } = host.get(nodeSettings);
    const [packages, states, streams] = [host.get(installedPackages), host.get(facilityStates), host.get(eventStreams)];
    const web = createWebFiles({
      webDir,
      packages,
      vendors: () => host.get(facilityPackages),
      tried: () => host.get(triedBuilds),
    });
    host.provide(sharedModules, () => web.sharedModules);
    const announce = (): void => {
      web.reload();
      states.forget();
      streams.broadcast('registry.changed', { facilityId: null });
    };
    host.provide(pluginsRebuilt, () => (ids) => {
      host.log.info('plugins were built again', { ids });
      packages.reload();
      announce();
    });
    // A package whose files were put right comes back to open pages.
    const looking = setInterval(() => {
      packages.repaired().then(
        (ids) => {
          if (ids.length === 0) return;
          host.log.info('plugins were repaired', { ids });
          announce();
        },
        (error: unknown) => host.log.warn('packages could not be looked at', { error: String(error) }),
      );
    }, lookEvery).unref();
    host.get(httpServer).addHook('onClose', async () => clearInterval(looking));
    addWeb(host.get(httpServer), {
      web,
      doors: host.get(frontDoors),
      feed: host.get(eventFeed),
      sessions: host.get(sessionStore),
      states,
      modules: { states, packages, shared: web.sharedModules },
      firstCalls: host.get(registeredNames).firstCalls,
      db: roomDb(host.db),
      log: host.log,
      controlledUrl,
      embedOrigins,
    });
  },
});
