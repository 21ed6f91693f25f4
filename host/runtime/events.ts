import { Subject, filter } from 'rxjs';
import type { EventPayload, EventSpec } from '@sinter/sdk/contract/event';
import type { Dispose, Logger } from '@sinter/sdk/plugin';
import { messageOf } from './failure.ts';

interface Message {
  type: string;
  origin: EventSpec['origin'];
  payload: unknown;
}

export interface EventBus {
  /** A listener that throws or rejects is logged with `log`; the others still hear the event. */
  on<E extends EventSpec>(event: E, listener: (payload: EventPayload<E>) => void, log: Logger): Dispose;
  /** Only events declared with `origin: 'browser'`; throws when the payload is not what the event declares. */
  emit<E extends EventSpec>(event: E, payload: EventPayload<E>): void;
  /** An event from the server. Each listener's own declaration parses the payload. */
  receive(type: string, payload: unknown): void;
}

export function createEventBus(): EventBus {
  const messages = new Subject<Message>();
  return {
    on(event, listener, log) {
      const failed = (error: unknown) =>
        log.error('A listener failed.', { event: event.type, error: messageOf(error) });
      const subscription = messages
        .pipe(filter(({ type, origin }) => type === event.type && origin === event.origin))
        .subscribe(({ payload }) => {
          const parsed = event.payload.safeParse(payload);
          if (!parsed.success) {
            log.error('An event is not as declared.', { event: event.type, error: parsed.error.message });
            return;
          }
          try {
            // The compiler cannot follow from `E` to the schema that has just parsed this.
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
      messages.next({ type, origin: 'server', payload });
    },
  };
}
