import { outbound, webhookDeliveries, webhookReceivers } from '@sinter/sdk/server';
import { eventFeed } from '../events/feed.ts';
import { siteAddress } from '../http/site.ts';
import { defineHostModule, housekeeping } from '../hostModule.ts';
import { registeredNames } from '../registered.ts';
import { backgroundJobs } from '../work/jobs.ts';
import { createWrite, nobody, noticeWriter } from '../work/work.ts';
import { tidy } from './deliveries.ts';
import { deliveriesOf } from './service.ts';
import { drain, sendWebhooks } from './drain.ts';
import * as webhooks from './migrations/001_webhooks.ts';
import * as heads from './migrations/002_heads.ts';
import { startPump, webhookPump } from './pump.ts';

export const webhooksModule = defineHostModule({
  id: 'webhooks',
  migrations: { '001_webhooks': webhooks, '002_heads': heads },
  setup(host) {
    const { log } = host;
    const receivers = () => host.all(webhookReceivers);
    const registered = host.get(registeredNames);
    const write = createWrite(
      { db: host.db, log, registered, notify: (...told) => host.get(noticeWriter)(...told) },
      nobody,
    );
    host.provide(
      webhookPump,
      () =>
        startPump({
          ...{ feed: host.get(eventFeed), write, log, receivers, site: host.get(siteAddress) },
          event: (type) => registered.event(type),
        }),
      (pump) => pump.stop(),
    );
    const call = host.get(outbound);
    host.provide(webhookDeliveries, () => deliveriesOf({ call, write }));
    host.get(backgroundJobs).of('host')(sendWebhooks, (context, { endpointId }) =>
      drain({ call, receivers }, context, endpointId),
    );
    host.contribute(housekeeping, () => tidy(host.db));
  },
  start: (host) => void host.get(webhookPump),
});
