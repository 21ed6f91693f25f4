import { runInAction } from 'mobx';
import { NEVER, Observable, Subject, auditTime, fromEvent, merge, of, race, switchMap, take, timer } from 'rxjs';
import type { Subscription } from 'rxjs';
import type { EventPayload, EventSpec } from '../contract/event.ts';
import { CallError } from '../contract/errors.ts';
import { reconnected } from '../contract/host/events.ts';
import type { PluginHost } from '../plugin/definePlugin.ts';
import type { Logger } from '../plugin/logger.ts';
import type { Dispose } from '../plugin/readable.ts';
import { makeStore } from './makeStore.ts';

/** `idle`: never asked. The others say how the last question stands; `answer` and `error` outlive them. */
export type QuestionState = 'idle' | 'asking' | 'answered' | 'failed';

/** What a question needs of the host. `events` only where `refreshOn` is given. */
export interface StateHost {
  readonly log: Logger;
  readonly events?: Pick<PluginHost['events'], 'on'>;
}

/** When an answer is out of date; made by `on`. */
export type RefreshOn = (events: Pick<PluginHost['events'], 'on'>, refresh: () => void) => Dispose;

/** `refreshOn: [on(orderChanged, ({ orderId }) => orderId === id)]`; without a condition, at every such event. */
export function on<E extends EventSpec>(event: E, when: (payload: EventPayload<E>) => boolean = () => true): RefreshOn {
  return (events, refresh) => events.on(event, (payload) => when(payload) && refresh());
}

export interface QuestionOptions<Asked, Answer> {
  /** Calls the api. `signal` is aborted when a newer question is asked, and when the store is disposed. */
  ask: (asked: Asked, signal: AbortSignal) => Promise<Answer>;
  /** For the log, when it could not be answered: `'orders could not be loaded'`. */
  failed: string;
  /** A question is sent this many milliseconds after it was asked, if none came after it. 0 when left out. */
  debounceMs?: number;
  /** Events that make the answer out of date. After a lost connection it is asked again too: events were missed. */
  refreshOn?: readonly RefreshOn[];
  /** Milliseconds in which several refreshes become one. 300 when left out: changes come in bursts. */
  settleMs?: number;
  /** Runs with each answer, inside the same action that shows it. */
  onAnswer?: (answer: Answer, asked: Asked) => void;
  /** The same for a failure, beside `error`. */
  onFailed?: (error: unknown, asked: Asked) => void;
}

const isLost = (error: unknown): boolean => error instanceof CallError && error.code === 'UNAVAILABLE';

type Outcome<Asked, Answer> = { asked: Asked; answer: Answer } | { asked: Asked; error: unknown };

/** While the connection is lost it is asked again after 1, 2, 4, 8 and then every 15 s, for about ten minutes. */
const longestPauseMs = 15_000;
const mostLost = 42;

/**
 * Something that the api is asked, and what it answered last. The newest question wins: it cancels the one before. The
 * last answer stays while it is asked again, and when that fails. Nothing is thrown: a failure is in `error`. What failed
 * because the connection is lost is asked again by itself, at once when the browser is online again.
 */
export class Question<Asked, Answer> {
  state: QuestionState = 'idle';
  /** The last one; `null` before the first. */
  answer: Answer | null = null;
  /** Why the last question has no answer; `null` as soon as one has. */
  error: unknown = null;
  /** The last question; `null`: nothing was asked, or it was cleared. */
  last: { readonly asked: Asked } | null = null;
  readonly #host: StateHost;
  readonly #options: QuestionOptions<Asked, Answer>;
  readonly #asks = new Subject<{ asked: Asked; afterMs: number }>();
  readonly #refreshes = new Subject<void>();
  #running: Subscription | null = null;
  /** Waits for the connection. */
  #line: Subscription | null = null;
  #timesLost = 0;

  constructor(host: StateHost, options: QuestionOptions<Asked, Answer>) {
    this.#host = host;
    this.#options = options;
    makeStore(this);
  }

  /** Nothing to show yet: not asked, or asked anew. A refresh is quiet and does not count. */
  get loading(): boolean {
    return this.state === 'idle' || this.state === 'asking';
  }

  /** Asks, and follows what makes the answer out of date, until what is returned is called. */
  start(asked: Asked): Dispose {
    const dispose = this.follow();
    this.ask(asked);
    return dispose;
  }

  /** The same without asking yet. */
  follow(): Dispose {
    const { events } = this.#host;
    const { refreshOn = [] } = this.#options;
    const forget =
      events && refreshOn.length > 0
        ? [...refreshOn, on(reconnected)].map((follow) => follow(events, this.refresh))
        : [];
    return () => {
      forget.forEach((stop) => stop());
      this.stop();
    };
  }

  ask(asked: Asked): void {
    this.last = { asked };
    this.state = 'asking';
    this.#send(asked, this.#options.debounceMs ?? 0);
  }

  /** Asks the last question again, for a person who presses Try again. */
  retry(): void {
    if (!this.last) return;
    this.state = 'asking';
    this.#send(this.last.asked, 0);
  }

  /** Asks the last question again without showing it, `settleMs` later: what is shown stays until the answer is there. */
  refresh(): void {
    if (!this.last) return;
    this.#begin();
    this.#refreshes.next();
  }

  /** Takes an answer that came by another way, such as that of a change; what is under way is older and cancelled. */
  put(answer: Answer): void {
    this.stop();
    this.answer = answer;
    this.error = null;
    this.state = 'answered';
  }

  /** Forgets question and answer. */
  clear(): void {
    this.stop();
    this.last = null;
    this.answer = null;
    this.error = null;
    this.state = 'idle';
  }

  /** Cancels what is under way. It can be asked again. */
  stop(): void {
    this.#running?.unsubscribe();
    this.#running = null;
    this.#line = null;
    this.#timesLost = 0;
    if (this.state !== 'asking') return;
    this.state = this.error !== null ? 'failed' : this.answer !== null ? 'answered' : 'idle';
  }

  #send(asked: Asked, afterMs: number): void {
    this.#begin();
    this.#line?.unsubscribe();
    this.#asks.next({ asked, afterMs });
  }

  #begin(): void {
    if (this.#running) return;
    const again = new Subject<{ asked: Asked; afterMs: number }>();
    const refreshes = this.#refreshes.pipe(auditTime(this.#options.settleMs ?? 300)).subscribe(() => {
      if (this.last) again.next({ asked: this.last.asked, afterMs: 0 });
    });
    this.#running = merge(this.#asks, again)
      .pipe(
        switchMap((each) =>
          (each.afterMs > 0 ? timer(each.afterMs) : of(0)).pipe(switchMap(() => this.#outcomeOf(each.asked))),
        ),
      )
      .subscribe((outcome) => this.#show(outcome));
    this.#running.add(refreshes);
  }

  #outcomeOf(asked: Asked): Observable<Outcome<Asked, Answer>> {
    return new Observable((answered) => {
      const asking = new AbortController();
      const ask = async () => this.#options.ask(asked, asking.signal);
      void ask().then(
        (answer) => answered.next({ asked, answer }),
        (error: unknown) => answered.next({ asked, error }),
      );
      return () => asking.abort();
    });
  }

  #awaitLine(): void {
    if (this.#timesLost === mostLost) return;
    const pauseMs = Math.min(1000 * 2 ** this.#timesLost, longestPauseMs);
    this.#timesLost += 1;
    const online = typeof window === 'undefined' ? NEVER : fromEvent(window, 'online');
    this.#line?.unsubscribe();
    this.#line = race(timer(pauseMs), online)
      .pipe(take(1))
      .subscribe(() => this.#refreshes.next());
    this.#running?.add(this.#line);
  }

  #show(outcome: Outcome<Asked, Answer>): void {
    const { failed, onAnswer, onFailed } = this.#options;
    if ('error' in outcome) this.#host.log.warn(failed, { error: String(outcome.error) });
    if ('error' in outcome && isLost(outcome.error)) this.#awaitLine();
    else this.#timesLost = 0;
    runInAction(() => {
      if ('error' in outcome) {
        this.error = outcome.error;
        this.state = 'failed';
        onFailed?.(outcome.error, outcome.asked);
        return;
      }
      this.answer = outcome.answer;
      this.error = null;
      this.state = 'answered';
      onAnswer?.(outcome.answer, outcome.asked);
    });
  }
}
