import { defineHostModule } from '../hostModule.ts';
import { nodeDatabase } from '../database/nodeDatabase.ts';
import { eventFeed, startFeed } from './feed.ts';
import { createTell, tellNode } from './hearing.ts';
import * as tables from './migrations/001_tables.ts';
import * as whose from './migrations/002_whose.ts';
import * as whom from './migrations/003_whom.ts';
import * as readers from './migrations/004_readers.ts';
import { configurationChanged, sessionsChanged } from './outbox.ts';
import { roomDb } from './tables.ts';

export const eventsModule = defineHostModule({
  id: 'events',
  serves: { configurationChanged, sessionsChanged },
  migrations: { '001_tables': tables, '002_whose': whose, '003_whom': whom, '004_readers': readers },
  async setup(host) {
    const feed = await startFeed(roomDb(host.db), host.get(nodeDatabase).listen, host.log);
    host.provide(
      eventFeed,
      () => feed,
      () => feed.stop(),
    );
    host.provide(tellNode, () => createTell(host));
  },
  start(host) {
    const tell = host.get(tellNode);
    host.get(eventFeed).subscribe(({ type, payload }) => tell(type, payload));
  },
});
