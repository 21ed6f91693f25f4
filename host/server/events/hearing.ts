import type * as z from 'zod';
import type { EventSpec } from '@sinter/sdk/contract';
import { createToken } from '@sinter/sdk/plugin';
import type { ModuleHost } from '../hostModule.ts';

interface Listener {
  type: string;
  hear(payload: unknown): void;
}
const listener = createToken<Listener>('host/EventListener@1');

/** Hears of an event on every node: where it was committed at once, on the others when the feed brings it. May hear twice. */
export function onEvent<Payload extends z.ZodType>(
  host: ModuleHost,
  event: EventSpec<Payload>,
  hear: (payload: z.output<Payload>) => void,
): void {
  host.contribute(listener, { type: event.type, hear: (payload) => hear(event.payload.parse(payload)) });
}

/** Tells this node of an event. */
export type Tell = (type: string, payload: unknown) => void;
export const tellNode = createToken<Tell>('host/TellNode@1');

/** Call when every room is set up. */
export function createTell(host: ModuleHost): Tell {
  const listeners = host.all(listener);
  return (type, payload) => {
    for (const one of listeners) if (one.type === type) one.hear(payload);
  };
}
