import { Subject, filter } from 'rxjs';
import { appEvent } from '@sinter/sdk/contract/host/events';
import type { EventPayload, EventSpec } from '@sinter/sdk/contract/event';
import type { Dispose, Logger } from '@sinter/sdk/plugin';
import { messageOf } from './failure.ts';

interface Message {
  type: string;
  origin: EventSpec['origin'];
  payload: unknown;
}

export interface EventBus {
  /** An error of a listener is logged with `log`; the other listeners still hear the event. */
  on<E extends EventSpec>(event: E, listener: (payload: EventPayload<E>) => void, log: Logger): Dispose;
  /**
   * Emits an event declared with `origin: 'browser'`. Throws for any other event, and when the payload does not match
   * its declaration.
   */
  emit<E extends EventSpec>(event: E, payload: EventPayload<E>): void;
  /** Passes on an event from the server; one that a plugin has published under its own type. Each listener's own declaration parses the payload. */
  receive(type: string, payload: unknown): void;
}

export function createEventBus(): EventBus {
  const messages = new Subject<Message>();
  return {
    on(event, listener, log) {
      const failed = (error: unknown) => log.error('a listener failed', { event: event.type, error: messageOf(error) });
      const subscription = messages
        .pipe(filter(({ type, origin }) => type === event.type && origin === event.origin))
        .subscribe(({ payload }) => {
          const parsed = event.payload.safeParse(payload);
          if (!parsed.success) {
            log.error('an event is not as declared', { event: event.type, error: parsed.error.message });
            return;
          }
          try {
            // The schema has just parsed this value, but the compiler cannot connect it with `E`.
            const result: unknown = listener(parsed.data as EventPayload<typeof event>);
            if (result instanceof Promise) result.catch(failed);
          } catch (error) {
            failed(error);
          }
        });
      return () => subscription.unsubscribe();
    },
    emit(event, payload) {
      if (event.origin !== 'browser') throw new Error(`${event.type} comes from the server only.`);
      messages.next({ type: event.type, origin: 'browser', payload: event.payload.parse(payload) });
    },
    receive(type, payload) {
      const own = type === appEvent.type ? appEvent.payload.safeParse(payload).data : undefined;
      messages.next({ origin: 'server', ...(own ?? { type, payload }) });
    },
  };
}
