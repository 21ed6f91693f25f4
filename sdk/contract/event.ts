import type * as z from 'zod';
import { declared } from './declared.ts';
import type { Guard } from './guard.ts';

/**
 * Something that happened, declared once. Server events are written in the transaction that made them true, and
 * reach every node and every open browser whose user may see them.
 */
export type EventDeclaration<Payload extends z.ZodType = z.ZodType> = EventFacts<Payload> &
  (
    | {
        origin: 'server';
        /** Who of those in its audience may hear of it. */
        guard: Guard;
      }
    /** Passed between plugins of one page only, never over the network. */
    | { origin: 'browser' }
  );

interface EventFacts<Payload extends z.ZodType> {
  /** `<area>.<thing>.<what happened>`; webhook names are these (`order.status_changed`). */
  type: string;
  summary: string;
  /** Ids and small facts only, under 4 kB; the receiver asks for what it needs. */
  payload: Payload;
  /**
   * The area that answers what it is about, and the member of the payload with its id. The server of a vendor hears of it with the
   * scope `<area>:read`, in the order in which it happened to the same object. Without one it is told to nobody outside.
   */
  subject?: { area: string; id: string };
}

/** A declared event. */
export type EventSpec<Payload extends z.ZodType = z.ZodType> = EventDeclaration<Payload> & {
  readonly [declared]: 'event';
};

export type EventPayload<E> = E extends EventSpec<infer P> ? z.output<P> : never;

export function defineEvent<Payload extends z.ZodType>(spec: EventDeclaration<Payload>): EventSpec<Payload> {
  return { ...spec, [declared]: 'event' };
}
