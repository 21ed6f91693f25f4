import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenDriver } from '../driver.ts';
import { listenTo, type Broker } from './broker.ts';
import { Topics } from './topics.ts';

/** What is kept for who comes later is there within this time, in milliseconds. */
const settlesIn = 2000;

/**
 * MQTT 3.1.1: machines publish JSON. What was published while nobody listened is known only as far as the broker keeps it (retained messages).
 */
export const openMqtt: OpenDriver = (link) => {
  const topics = new Topics(link);
  const silent = link.settings['silentSeconds'];
  let broker: Broker | null = null;
  return {
    cursor: () => '',
    silence: silent === undefined ? Number.POSITIVE_INFINITY : Number(silent),
    async read(signal) {
      if (!broker) {
        broker = await listenTo(link, topics.filters, (topic, message) => topics.publish(topic, message), signal);
        for (const until = Date.now() + settlesIn; !topics.complete && !broker.over && Date.now() < until;) {
          await sleep(50, undefined, { signal });
        }
      }
      const readings = topics.drain();
      // What it said before it went is heard first.
      if (broker.over && readings.length === 0) throw broker.over;
      return readings;
    },
    trouble: () => topics.trouble(),
    close: () => broker?.close(),
  };
};
