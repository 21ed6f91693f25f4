import { isPlainPin, pinSchema, readOwnPin, setOwnPin, type PinState } from '@sinter/sdk/contract/production/kiosk';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, Question } from '@sinter/sdk/state';

type Host = Pick<PluginHost, 'api' | 'events' | 'log'>;

/** A person's own PIN: whether there is one, and a new one. */
export class OwnPinStore {
  readonly question: Question<void, PinState>;
  readonly saving: Action<[], { state: PinState }>;
  pin = '';
  again = '';
  /** A key of the texts. */
  flaw: string | null = null;

  constructor(host: Host) {
    this.question = new Question<void, PinState>(host, {
      ask: async (_asked, signal) => (await host.api.call(readOwnPin, {}, { signal })).state,
      failed: 'whether there is a PIN could not be read',
    });
    this.saving = new Action<[], { state: PinState }>(host, {
      run: () => host.api.call(setOwnPin, { body: { pin: this.pin } }),
      onDone: ({ state }) => {
        this.question.put(state);
        this.pin = '';
        this.again = '';
      },
      failed: 'a PIN was not set',
    });
    makeStore(this);
  }

  start(): Dispose {
    return this.question.start();
  }

  enter(change: Partial<Pick<OwnPinStore, 'pin' | 'again'>>): void {
    const digits = (text: string) => text.replace(/\D/g, '').slice(0, 4);
    if (change.pin !== undefined) this.pin = digits(change.pin);
    if (change.again !== undefined) this.again = digits(change.again);
    this.flaw = null;
    this.saving.forgive();
  }

  /** Says whether it was set. */
  async save(): Promise<boolean> {
    const { pin, again } = this;
    if (!pinSchema.safeParse(pin).success) this.flaw = 'pin.four';
    else if (isPlainPin(pin)) this.flaw = 'pin.plain';
    else if (pin !== again) this.flaw = 'pin.different';
    return this.flaw === null && this.saving.run();
  }
}
