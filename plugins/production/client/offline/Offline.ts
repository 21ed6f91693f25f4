import { runInAction } from 'mobx';
import { principalOf } from '@sinter/sdk/auth';
import { CallError, type ErrorCode } from '@sinter/sdk/contract/errors';
import { reconnected } from '@sinter/sdk/contract/host/events';
import { readKiosk } from '@sinter/sdk/contract/production/kiosk';
import type { LotDetail } from '@sinter/sdk/contract/production/lots';
import { passNcrGate, qualityGateSchema } from '@sinter/sdk/contract/quality/gates';
import { newId, type Dispose, type PluginHost } from '@sinter/sdk/plugin';
import { makeStore, together } from '@sinter/sdk/state';
import { kioskOf, type By, type Kiosk } from '../kiosk/Kiosk.ts';
import { send, type NewAction, type Queued } from './actions.ts';
import { isLost } from './lost.ts';
import { openShelf, type Shelf } from './shelf.ts';

export type OfflineHost = Pick<PluginHost, 'api' | 'events' | 'log' | 'user'>;

/** The server has looked at the action and does not take it. Everything else is tried again later. */
const refusals: readonly ErrorCode[] = [
  'TRANSITION_REFUSED',
  'NOT_POSSIBLE',
  'CONFLICT',
  'CHECKLIST_OPEN',
  'NCR_OPEN',
  'CHANGED',
  'INVALID_INPUT',
  'NOT_FOUND',
  'FORBIDDEN',
  'OVER_ALLOCATED',
  'EXPORT_CONTROLLED',
];

const again = 10_000;
const channelName = 'work-center queue';

interface Parts {
  shelf?: Shelf | null;
  /** Runs `work` unless another page does already. */
  alone?: (work: () => Promise<void>) => Promise<void>;
  /** The server has taken an action, and says how the lot is now. */
  onSent?: (lot: LotDetail) => void;
}

/**
 * Work without the server: what was read last, and what a person did since, in their order. It is sent when the server is there
 * again; what is refused stops the actions of its lot behind it until the person has decided.
 */
export class Offline {
  queue: readonly Queued[] = [];
  /** The browser knows that it has no connection. */
  cut = globalThis.navigator?.onLine === false;
  /** When what is shown was read, epoch ms; `null`: now. */
  readAt: ReadonlyMap<string, number> = new Map();
  /** Who does it, where several people share the device. */
  readonly kiosk: Kiosk;
  readonly #host: OfflineHost;
  readonly #shelf: Shelf | null;
  readonly #alone: NonNullable<Parts['alone']>;
  readonly #onSent: Parts['onSent'];
  #channel: BroadcastChannel | null = null;

  constructor(host: OfflineHost, { shelf, alone = oneSender, onSent }: Parts = {}) {
    this.#host = host;
    this.kiosk = kioskOf(host);
    const { id, serviceProvider } = host.user;
    this.#shelf = shelf === undefined ? openShelf(`${id}.${serviceProvider?.id ?? ''}`) : shelf;
    this.#alone = alone;
    this.#onSent = onSent;
    makeStore(this);
  }

  start(): Dispose {
    if (this.kiosk.isKiosk) void this.#readPolicy();
    if (!this.#shelf) return () => undefined;
    const wake = () => {
      runInAction(() => (this.cut = false));
      void this.send();
    };
    const lost = () => runInAction(() => (this.cut = true));
    globalThis.addEventListener?.('online', wake);
    globalThis.addEventListener?.('offline', lost);
    const timer = setInterval(() => {
      if (this.queue.length > 0) void this.send();
    }, again);
    if ('BroadcastChannel' in globalThis) {
      this.#channel = new BroadcastChannel(channelName);
      this.#channel.addEventListener('message', () => void this.#load());
    }
    void this.#load().then(() => this.send());
    return together(
      this.#host.events.on(reconnected, wake),
      () => globalThis.removeEventListener?.('online', wake),
      () => globalThis.removeEventListener?.('offline', lost),
      () => clearInterval(timer),
      () => this.#channel?.close(),
    );
  }

  /** May skip steps that are not optional. */
  get skips(): boolean {
    return principalOf(this.#host.user).permissions.includes('MES_SETTINGS_EDITOR');
  }

  /** What is sent as soon as the server is there. */
  get waiting(): readonly Queued[] {
    return goingOn(this.queue);
  }

  get conflicts(): readonly Queued[] {
    return this.queue.filter(({ refusal }) => refusal !== null);
  }

  /** When the oldest of what is shown was read; `null`: it is all from now. */
  get asOf(): number | null {
    return this.readAt.size === 0 ? null : Math.min(...this.readAt.values());
  }

  /** What is not kept on the device cannot be done now. */
  get needsLine(): boolean {
    return this.cut || this.asOf !== null || this.waiting.length > 0;
  }

  of(lotId: number): readonly Queued[] {
    return this.queue.filter((action) => action.lotId === lotId);
  }

  /** The answer of the server; where it cannot be reached, what it was last. `keeps`: what of it may stay on the device. */
  async read<T>(
    key: string,
    ask: () => Promise<T>,
    parse: (kept: unknown) => T | undefined,
    keeps: (answer: T) => T | null = (answer) => answer,
  ): Promise<T> {
    try {
      const answer = await ask();
      this.#isFrom(key, null);
      const kept = keeps(answer);
      if (kept !== null) this.#quietly(this.#shelf?.keep(key, kept));
      return answer;
    } catch (error) {
      const kept = isLost(error) ? await this.#shelf?.reading(key).catch(() => null) : null;
      const answer = kept ? parse(kept.value) : undefined;
      if (!kept || answer === undefined) throw error;
      this.#isFrom(key, kept.at);
      return answer;
    }
  }

  /** Sends an action, or keeps it when the server cannot be reached: then `null`. Throws what refuses it. */
  act(action: Omit<NewAction, 'by'>): Promise<LotDetail | null> {
    return this.kiosk.act((by) => this.#act(this.kiosk.isKiosk ? { ...action, by } : action));
  }

  async #act(action: NewAction): Promise<LotDetail | null> {
    const { lotId } = action;
    if (this.waiting.some((each) => each.lotId === lotId)) await this.#add(action);
    else {
      try {
        return await send(this.#host.api, action);
      } catch (error) {
        // Behind one that waits for a decision nothing is kept: the person acts on what the server has.
        if (!isLost(error) || !this.#shelf || this.of(lotId).length > 0) throw error;
        // A browser that keeps nothing says what it said before.
        await this.#add(action).catch(() => Promise.reject(error));
      }
    }
    void this.send();
    return null;
  }

  /** Sends what waits, one page of the browser at a time. */
  async send(): Promise<void> {
    const shelf = this.#shelf;
    if (!shelf) return;
    await this.#alone(async () => {
      for (let next = nextOf(await shelf.queue()); next; next = nextOf(await shelf.queue())) {
        if (!(await this.#sendOne(shelf, next))) break;
        await this.#changed();
      }
    });
  }

  /** The person gives them up. */
  async drop(...actions: readonly Queued[]): Promise<void> {
    for (const action of actions) await this.#shelf?.remove(action);
    await this.#changed();
    void this.send();
  }

  /** Once more, on what the server has now; at a kiosk by who decides it. */
  async repeat(action: Queued): Promise<void> {
    const by: By | null = await this.kiosk.by().catch(() => null);
    if (by === null) return;
    await this.#shelf?.put({ ...action, ...(this.kiosk.isKiosk && { by }), id: newId(), refusal: null });
    await this.#changed();
    void this.send();
  }

  /** Says whether the next one may go. */
  async #sendOne(shelf: Shelf, action: Queued): Promise<boolean> {
    try {
      // Nobody stands before the screen who could answer a checklist.
      const lot = await this.#sendPast(action);
      this.#onSent?.(lot);
      await shelf.remove(action);
      return true;
    } catch (error) {
      if (!(error instanceof CallError) || !refusals.includes(error.code)) return false;
      await shelf.put({ ...action, refusal: error.message });
      return true;
    }
  }

  /** What only warns of a non-conformance is passed, and written down for who filled the queue. */
  async #sendPast(action: Queued): Promise<LotDetail> {
    try {
      return await send(this.#host.api, action, { unattended: true });
    } catch (error) {
      const gate = error instanceof CallError && error.code === 'NCR_OPEN' ? error.details.gate : undefined;
      if (!gate?.ncrs) throw error;
      const body = { ...gate, gate: qualityGateSchema.parse(gate.gate), ncrIds: gate.ncrs.map(({ id }) => id) };
      await this.#host.api.call(passNcrGate, { body });
      return send(this.#host.api, action, { unattended: true });
    }
  }

  async #add(action: NewAction): Promise<void> {
    await this.#shelf?.add({ ...action, at: Date.now(), refusal: null });
    await this.#changed();
  }

  async #load(): Promise<void> {
    const queue = (await this.#shelf?.queue()) ?? [];
    runInAction(() => (this.queue = queue));
  }

  /** Names of people stay on no device. */
  async #readPolicy(): Promise<void> {
    const policy = await this.read(
      'kiosk',
      () => this.#host.api.call(readKiosk, {}),
      (kept) => readKiosk.response.safeParse(kept).data,
      (answer) => ({ ...answer, people: [] }),
    ).catch((error: unknown) => {
      this.#host.log.warn('whether the kiosk asks for PINs is not known', { error: String(error) });
      return null;
    });
    if (policy) this.kiosk.know(policy);
  }

  async #changed(): Promise<void> {
    await this.#load();
    this.#channel?.postMessage('changed');
  }

  #isFrom(key: string, at: number | null): void {
    const others = [...this.readAt].filter(([each]) => each !== key);
    runInAction(() => (this.readAt = new Map(at === null ? others : [...others, [key, at]])));
  }

  #quietly(work: Promise<void> | undefined): void {
    work?.catch((error: unknown) => this.#host.log.warn('what was read is not kept', { error: String(error) }));
  }
}

/** The first of those whose lot has no refused one before it. */
export const nextOf = (queue: readonly Queued[]): Queued | undefined => goingOn(queue)[0];

function goingOn(queue: readonly Queued[]): Queued[] {
  const stopped = new Set(queue.filter(({ refusal }) => refusal !== null).map(({ lotId }) => lotId));
  return queue.filter(({ lotId }) => !stopped.has(lotId));
}

async function oneSender(work: () => Promise<void>): Promise<void> {
  // Browsers have locks on secure pages only.
  if (!('locks' in navigator)) return work();
  await navigator.locks.request(channelName, { ifAvailable: true }, async (lock) => {
    if (lock) await work();
  });
}
