import { createToken, type Logger } from '@sinter/sdk/plugin';
import type { EventSpec } from '@sinter/sdk/contract';
import type { Feed } from '../events/feed.ts';
import type { Write } from '../work/work.ts';
import { fanOut, type FanOutParts } from './fanOut.ts';

/** While nothing is heard from the feed: what a node that died has left. */
const pollEvery = 10_000;

export interface Pump {
  stop(): Promise<void>;
}
export const webhookPump = createToken<Pump>('host/WebhookPump@1');

interface PumpParts extends FanOutParts {
  feed: Feed;
  write: Write;
  log: Logger;
}

/** Makes messages of events soon after they were committed, on whatever node is first. */
export function startPump({ feed, write, log, ...parts }: PumpParts): Pump {
  let wanted = true;
  let stopped = false;
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    while (wanted && !stopped) {
      wanted = false;
      if (await fanOut(parts, write)) wanted = true;
    }
  }
  const wake = (): void => {
    wanted = true;
    if (stopped) return;
    running ??= run()
      .then(() => true)
      .catch((error: unknown) => {
        log.warn('events were not turned into webhooks; they will be tried again', { error: String(error) });
        return false;
      })
      .then((done) => {
        running = undefined;
        if (done && wanted) wake();
      });
  };
  const concerns = (event: EventSpec | undefined): boolean =>
    event !== undefined && parts.receivers().some((one) => one.hears(event));

  const unsubscribe = feed.subscribe(({ type }) => {
    if (concerns(parts.event(type))) wake();
  });
  const poll = setInterval(wake, pollEvery).unref();
  wake();
  return {
    async stop() {
      stopped = true;
      clearInterval(poll);
      unsubscribe();
      await running;
    },
  };
}
