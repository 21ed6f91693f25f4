import type * as z from 'zod';
import { declared } from './declared.ts';

/**
 * Something that happened, declared once. Server events are written in the transaction that made them true, and
 * reach every node and every open browser whose user may see them.
 */
export interface EventDeclaration<Payload extends z.ZodType = z.ZodType> {
  /** `<area>.<thing>.<what happened>`; webhook names are these (`order.status_changed`). */
  type: string;
  summary: string;
  /** Ids and small facts only, under 4 kB; the receiver asks for what it needs. */
  payload: Payload;
  /** `browser`: passed between plugins of one page only, never over the network. */
  origin: 'server' | 'browser';
}

/** A declared event. */
export interface EventSpec<Payload extends z.ZodType = z.ZodType> extends EventDeclaration<Payload> {
  readonly [declared]: 'event';
}

export type EventPayload<E> = E extends EventSpec<infer P> ? z.output<P> : never;

export function defineEvent<Payload extends z.ZodType>(spec: EventDeclaration<Payload>): EventSpec<Payload> {
  return { ...spec, [declared]: 'event' };
}
