import * as z from 'zod';
import { sessionTokenSchema } from '../contract/host/session.ts';
import type { SessionToken, SessionUser } from '../contract/host/session.ts';

const channelName = 'session';
const storageKey = 'session_said';
const messageSchema = z.object({ mark: z.string() });
const tokenMessageSchema = z.object({ token: sessionTokenSchema });

/** Tells one session from another: who, in which role, where, and what is asked of them first. Empty: nobody. */
export const sessionMark = (user: SessionUser | null): string =>
  user
    ? [user.id, user.defaultRole, user.serviceProvider?.id ?? user.engineer?.id ?? '', user.dashboard]
        .concat(user.emailVerfied ? 'verified' : 'unverified', user.secondFactorDue ? 'due' : 'done')
        .join(' ')
    : '';

/** The pages of this browser, told which session each of them has. */
export interface SessionTabs {
  tell(mark: string): void;
  /** Hears what other pages tell, not what this one tells. */
  listen(heard: (mark: string) => void): void;
  /** A token that this page has fetched, which is good for the others too. It is never stored. */
  tellToken(token: SessionToken): void;
  hearToken(heard: (token: SessionToken) => void): void;
}

export interface TabsEnvironment {
  BroadcastChannel?: typeof BroadcastChannel | undefined;
  storage: Pick<Storage, 'setItem'>;
  /** `window`: other pages' writes to the storage arrive there. */
  events: Pick<EventTarget, 'addEventListener'>;
}

/** By BroadcastChannel, and by the storage's events in browsers without it, where each page fetches its own tokens. */
export function connectTabs({ BroadcastChannel: Channel, storage, events }: TabsEnvironment): SessionTabs {
  if (Channel) {
    const channel = new Channel(channelName);
    return {
      tell: (mark) => channel.postMessage({ mark }),
      listen: (heard) =>
        channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
          const message = messageSchema.safeParse(data);
          if (message.success) heard(message.data.mark);
        }),
      tellToken: (token) => channel.postMessage({ token }),
      hearToken: (heard) =>
        channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
          const message = tokenMessageSchema.safeParse(data);
          if (message.success) heard(message.data.token);
        }),
    };
  }
  let count = 0;
  return {
    // Storing the same text again would cause no event.
    tell: (mark) => storage.setItem(storageKey, JSON.stringify({ mark, at: `${Date.now()}-${++count}` })),
    listen: (heard) =>
      events.addEventListener('storage', (event) => {
        if (!(event instanceof StorageEvent) || event.key !== storageKey || event.newValue === null) return;
        const message = messageSchema.safeParse(JSON.parse(event.newValue));
        if (message.success) heard(message.data.mark);
      }),
    tellToken: () => undefined,
    hearToken: () => undefined,
  };
}
