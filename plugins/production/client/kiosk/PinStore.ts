import type { CallResult } from '@sinter/sdk/contract/call';
import { CallError } from '@sinter/sdk/contract/errors';
import { enterKiosk, isPlainPin, readKiosk } from '@sinter/sdk/contract/production/kiosk';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, Question } from '@sinter/sdk/state';
import type { Kiosk } from './Kiosk.ts';

type Host = Pick<PluginHost, 'api' | 'events' | 'log'>;
type Answer = CallResult<typeof enterKiosk>;
export type Person = CallResult<typeof readKiosk>['people'][number];

/** PIN: theirs. NEW and AGAIN: the one that takes the place of a start PIN, twice. */
export type Asks = 'PIN' | 'NEW' | 'AGAIN';

const digits = 4;

/** Who is it, and which is their PIN? */
export class PinStore {
  readonly people: Question<void, readonly Person[]>;
  readonly entering: Action<[], Answer>;
  person: Person | null = null;
  asks: Asks = 'PIN';
  typed = '';
  /** A key of the texts. */
  flaw: string | null = null;
  readonly #kiosk: Kiosk;
  #pin = '';
  #chosen = '';

  constructor(host: Host, kiosk: Kiosk) {
    this.#kiosk = kiosk;
    this.people = new Question<void, readonly Person[]>(host, {
      ask: async (_asked, signal) => {
        const policy = await host.api.call(readKiosk, {}, { signal });
        kiosk.know(policy);
        return policy.people.toSorted(
          (one, other) => Number(other.userId === kiosk.last) - Number(one.userId === kiosk.last),
        );
      },
      failed: 'who works at the kiosk could not be loaded',
    });
    this.entering = new Action<[], Answer>(host, {
      run: () => {
        const newPin = this.asks === 'AGAIN' ? this.#chosen : undefined;
        const body = { userId: this.person?.userId ?? 0, pin: this.#pin, ...(newPin !== undefined && { newPin }) };
        return host.api.call(enterKiosk, { body });
      },
      onDone: (answer) => {
        this.typed = '';
        if (answer.state === 'ENTERED') kiosk.entered(answer, this.person?.userId ?? 0);
        else this.asks = 'NEW';
      },
      onFailed: (error) => {
        this.typed = '';
        const plain = error instanceof CallError && error.details.fields?.['newPin'] !== undefined;
        this.asks = plain ? 'NEW' : 'PIN';
      },
      failed: 'a PIN was not taken',
    });
    makeStore(this);
  }

  start(): Dispose {
    return this.people.start();
  }

  choose(person: Person | null): void {
    this.person = person;
    this.asks = 'PIN';
    this.typed = '';
    this.flaw = null;
    this.entering.forgive();
  }

  press(digit: string): void {
    if (this.person === null || this.entering.busy || this.typed.length >= digits) return;
    this.flaw = null;
    this.entering.forgive();
    this.typed += digit;
    if (this.typed.length === digits) this.#full();
  }

  back(): void {
    this.typed = this.typed.slice(0, -1);
  }

  close(): void {
    this.#kiosk.giveUp();
  }

  #full(): void {
    const { typed } = this;
    if (this.asks === 'PIN') {
      this.#pin = typed;
      void this.entering.run();
      return;
    }
    this.typed = '';
    if (this.asks === 'NEW') {
      this.flaw = isPlainPin(typed) ? 'pin.plain' : null;
      this.#chosen = typed;
      if (this.flaw === null) this.asks = 'AGAIN';
    } else if (typed === this.#chosen) void this.entering.run();
    else {
      this.flaw = 'pin.different';
      this.asks = 'NEW';
    }
  }
}
