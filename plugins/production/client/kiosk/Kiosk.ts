import { runInAction } from 'mobx';
import type { ApiClient } from '@sinter/sdk/api';
import { isKiosk } from '@sinter/sdk/auth';
import type { CallResult } from '@sinter/sdk/contract/call';
import { CallError } from '@sinter/sdk/contract/errors';
import { leaveKiosk, type enterKiosk, type readKiosk } from '@sinter/sdk/contract/production/kiosk';
import type { DoneBy, KioskDevice } from '@sinter/sdk/contract/production/kioskDevice';
import type { PluginHost } from '@sinter/sdk/plugin';
import { makeStore } from '@sinter/sdk/state';
import { deviceName } from './device.ts';

export type KioskHost = Pick<PluginHost, 'api' | 'log' | 'user'>;
export type Entered = Extract<CallResult<typeof enterKiosk>, { state: 'ENTERED' }>;

export interface By extends DoneBy {
  /** Of who does it; stays here. */
  name?: string;
}

interface Stretch extends Entered {
  /** Epoch ms. */
  at: number;
  until: number;
}

interface Asked {
  resolve: (by: By) => void;
  reject: (why: CallError) => void;
}

/** As the server allows for what was pressed before the PIN was asked for. */
const firstMs = 60_000;

/** The server does not know who does it, or no longer. */
const asksForPin = (error: unknown): boolean =>
  error instanceof CallError && error.details.fields?.['kiosk'] !== undefined;

/** Who works at this device now, where several people do. One for all screens of the plugin. */
export class Kiosk implements KioskDevice {
  stretch: Stretch | null = null;
  /** Somebody has pressed something and enters their PIN. */
  asked: Asked | null = null;
  policy: CallResult<typeof readKiosk> | null = null;
  /** Who was here last: they come first where people choose who they are. */
  last: number | null = null;
  readonly #host: KioskHost;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: KioskHost) {
    this.#host = host;
    makeStore(this);
  }

  /** This account does nothing but work on the floor. */
  get isKiosk(): boolean {
    return isKiosk(this.#host.user);
  }

  /** Whoever does something enters their PIN; as long as nothing is known of it, too. */
  get asks(): boolean {
    return this.isKiosk && this.policy?.asks !== false;
  }

  know(policy: CallResult<typeof readKiosk>): void {
    this.policy = policy;
    if (policy.asks) return;
    // Somebody has pressed something before it was known that nobody is asked.
    this.asked?.resolve({ device: deviceName() });
    this.asked = null;
  }

  /** Does something in the name of who has entered their PIN; asks again where the server does not take it any more. */
  async act<T>(work: (by: By) => Promise<T>): Promise<T> {
    for (;;) {
      const by = await this.by();
      try {
        return await work(by);
      } catch (error) {
        if (!this.isKiosk || !asksForPin(error)) throw error;
        runInAction(() => {
          this.stretch = null;
          if (this.policy) this.policy = { ...this.policy, asks: true };
        });
      }
    }
  }

  /** Throws CANCELLED where nobody enters a PIN. */
  by(): Promise<By> {
    if (!this.isKiosk) return Promise.resolve({});
    if (!this.asks) return Promise.resolve({ device: deviceName() });
    const held = this.#take();
    if (held) return Promise.resolve(held);
    this.giveUp();
    return new Promise((resolve, reject) => runInAction(() => (this.asked = { resolve, reject })));
  }

  /** The PIN was right. */
  entered(entered: Entered, userId: number): void {
    const at = Date.now();
    this.stretch = { ...entered, at, until: at + firstMs };
    this.last = userId;
    const { asked } = this;
    this.asked = null;
    const by = asked && this.#take();
    if (by) asked.resolve(by);
  }

  giveUp(): void {
    this.asked?.reject(new CallError('CANCELLED'));
    this.asked = null;
  }

  /** Nothing more is done in their name. */
  leave(): void {
    const { stretch } = this;
    if (!stretch) return;
    this.stretch = null;
    const body = { stretch: stretch.stretch, after: Date.now() - stretch.at };
    this.#host.api.call(leaveKiosk, { body }).catch((error: unknown) => {
      this.#host.log.warn('somebody left the kiosk, and the server does not know', { error: String(error) });
    });
  }

  #take(): By | null {
    const { stretch } = this;
    const now = Date.now();
    if (!stretch || now > stretch.until) return null;
    const until = now + stretch.stretchSeconds * 1000;
    runInAction(() => (this.stretch = stretch.stretchSeconds === 0 ? null : { ...stretch, until }));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => runInAction(() => (this.stretch = null)), until - now);
    const kiosk = { stretch: stretch.stretch, after: now - stretch.at };
    return { kiosk, device: deviceName(), name: stretch.name };
  }
}

const kiosks = new WeakMap<ApiClient, Kiosk>();

export function kioskOf(host: KioskHost): Kiosk {
  const kiosk = kiosks.get(host.api) ?? new Kiosk(host);
  kiosks.set(host.api, kiosk);
  return kiosk;
}
