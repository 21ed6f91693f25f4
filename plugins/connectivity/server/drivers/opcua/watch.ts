import { say } from '../../texts.ts';
import { NotHeard } from '../driver.ts';
import type { Opcua } from './library.ts';
import type { Nodes } from './nodes.ts';
import type { Session } from './session.ts';

/** The server says at least so often that nothing has changed, and forgets who has not asked for so long, in milliseconds. */
const [keepAlive, lifetime] = [5000, 60_000];
/** It says at least so often what has. */
const slowest = 1000;
/** Three times nothing, and it is gone. */
const silence = { least: 15, most: 300 };
/** Values of a node that are kept between two publications. */
const queueSize = 10;
/** Servers take a limited number at a time. */
const atATime = 100;

/** Is told whatever changes at the nodes until the connection ends. */
export async function watch(
  { session, connection, answered }: Session,
  opcua: Opcua,
  ids: ReturnType<Nodes['ids']>,
  samplingInterval: number,
  nodes: Pick<Nodes, 'tell' | 'refuse'>,
): Promise<void> {
  const interval = Math.min(slowest, samplingInterval);
  const lost = (): void => connection.end(new NotHeard(say('serverGone')));
  const subscription = opcua.ClientSubscription.create(session, {
    ...{ requestedPublishingInterval: interval, publishingEnabled: true },
    requestedMaxKeepAliveCount: Math.ceil(keepAlive / interval),
    requestedLifetimeCount: Math.ceil(lifetime / interval),
  });
  subscription.on('terminated', lost);
  subscription.on('internal_error', lost);
  subscription.on('raw_notification', (message) => {
    // Events, ends, and structures, whose types it asks for, fail in promises that nobody catches: that would end the process.
    for (const each of message.notificationData ?? []) {
      if (!(each instanceof opcua.DataChangeNotification)) {
        message.notificationData = [];
        lost();
        return;
      }
      for (const { value } of each.monitoredItems ?? []) {
        if (value.value?.dataType === opcua.DataType.ExtensionObject) value.value.dataType = opcua.DataType.Null;
      }
    }
  });
  await answered(
    new Promise<void>((started, refused) => {
      subscription.on('started', () => started());
      subscription.on('error', refused);
    }),
  );
  const { publishingInterval, maxKeepAliveCount } = subscription;
  const quiet = (3 * publishingInterval * maxKeepAliveCount) / 1000;
  connection.silentAfter(Math.min(silence.most, Math.max(silence.least, quiet)));
  for (let first = 0; first < ids.length; first += atATime) {
    const items = ids
      .slice(first, first + atATime)
      .map(({ id: nodeId }) => ({ nodeId, attributeId: opcua.AttributeIds.Value }));
    const group = opcua.ClientMonitoredItemGroup.create(
      subscription,
      items,
      { samplingInterval, queueSize, discardOldest: true },
      opcua.TimestampsToReturn.Neither,
    );
    group.on('changed', (_, value, index) => nodes.tell(ids[first + index]?.place ?? -1, value));
    await answered(
      new Promise<void>((done, failed) => {
        group.on('initialized', () => done());
        group.on('err', (message) => failed(new Error(message)));
      }),
    );
    for (const [index, { statusCode }] of group.monitoredItems.entries()) {
      if (statusCode.isNotGood()) nodes.refuse(ids[first + index]?.place ?? -1, statusCode.name);
    }
  }
}
