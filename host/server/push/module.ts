import { reconnected } from '@sinter/sdk/contract/host/events';
import * as push from '@sinter/sdk/contract/host/push';
import { eventFeed } from '../events/feed.ts';
import { onEvent } from '../events/hearing.ts';
import { sessionsChanged } from '../events/outbox.ts';
import { roomDb } from '../events/tables.ts';
import { defineHostModule } from '../hostModule.ts';
import { httpServer } from '../http/server.ts';
import { registeredNames } from '../registered.ts';
import { handlePush } from './handlers.ts';
import { partsOf } from './parts.ts';
import { createStreams, eventStreams } from './streams.ts';

export const pushModule = defineHostModule({
  id: 'push',
  serves: { ...push, reconnected },
  setup(host) {
    const streams = createStreams(roomDb(host.db), host.get(eventFeed), host.get(registeredNames));
    host.provide(eventStreams, () => streams);
    onEvent(host, sessionsChanged, ({ userId }) => streams.recheck(userId));
    // An open stream is an answer that does not end by itself.
    host.get(httpServer).addHook('preClose', (done) => {
      streams.stop();
      done();
    });
    handlePush(partsOf(host));
  },
});
