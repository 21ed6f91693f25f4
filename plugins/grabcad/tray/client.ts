import { newId } from '@sinter/sdk/plugin';
import { CallError } from '@sinter/sdk/contract/errors';
import type { Dispose, Logger, Readable } from '@sinter/sdk/plugin';
import { AckMemory } from './acks.ts';
import { closeCodes, commands, errorAck, events, limits, okAck, readAck, readData, subprotocol } from './messages.ts';
import { TrayError } from './TrayError.ts';
import type {
  AckFrame,
  CommandAck,
  CommandData,
  CommandFrame,
  CommandType,
  EventData,
  EventFrame,
  Frame,
  PageCommand,
  ToolCommand,
  TrayLine,
} from './messages.ts';
import type { TrayLink, TrayTransport } from './transport.ts';

export type TrayState = 'idle' | 'connecting' | 'pairing' | 'connected' | 'lost' | 'denied' | 'incompatible';

export interface TrayStatus {
  state: TrayState;
  /** The tool that answered, once one has. */
  tool: { name: string; version: string; caps: readonly string[] } | null;
  /** Why it is lost, denied or incompatible, where something is known. */
  reason: string | null;
}

export interface TrayTimers {
  /** Epoch milliseconds. */
  now(): number;
  after(ms: number, run: () => void): Dispose;
  /** 0 to 1. */
  random(): number;
}

export type ToolHandlers = { [T in ToolCommand]: (data: CommandData<T>) => Promise<CommandAck<T>> };

export interface TrayConnectionOptions {
  transport: TrayTransport;
  /** The page's own origin. */
  origin: string;
  /** Asks the server for a ticket; one is needed for each connection. */
  ticket(nonce: string): Promise<string>;
  /** Commands of the tool. A `TrayError` or `CallError` thrown is answered as an error with its code. */
  handlers: ToolHandlers;
  /** What the tray really holds, after each (re)connection. */
  reconcile(tray: TrayLine[]): void;
  log: Logger;
  /** The browser may be asking the person just now whether the page may come here. */
  asking?(): boolean;
  timers?: TrayTimers;
}

export interface SendOptions {
  /** Milliseconds until the command is given up, waiting for a connection included. */
  timeout?: number;
  onProgress?: (progress: EventData<'PROGRESS'>) => void;
}

interface Pending {
  frame: CommandFrame;
  /** Once it is answered or given up. */
  finished: Promise<void>;
  settle(ack: AckFrame): void;
  fail(error: TrayError): void;
  onProgress: SendOptions['onProgress'];
}

const browserTimers: TrayTimers = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};

const notConnected = (): TrayError => new TrayError('NOT_CONNECTED', 'Tray tool not connected');

/** The page's end of the tray protocol. Opens nothing until `connect()`, which belongs in a click. */
export class TrayConnection {
  readonly status: Readable<TrayStatus>;
  readonly #options: TrayConnectionOptions;
  readonly #timers: TrayTimers;
  readonly #listeners = new Set<() => void>();
  readonly #pending = new Map<string, Pending>();
  readonly #answered = new AckMemory();
  #status: TrayStatus = { state: 'idle', tool: null, reason: null };
  #link: TrayLink | null = null;
  #sid: string | null = null;
  #helloId: string | null = null;
  #failures = 0;
  /** Pings since the tool was last heard. Counted, not timed: a page in the background has slow timers. */
  #unheard = 0;
  #reconciling = false;
  /** Hello deadline, heartbeat or next attempt: never two at once. */
  #stopTimer: Dispose = () => {};

  constructor(options: TrayConnectionOptions) {
    this.#options = options;
    this.#timers = options.timers ?? browserTimers;
    this.status = {
      get: () => this.#status,
      subscribe: (listener) => {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
      },
    };
  }

  /** Does nothing while connected or on the way there; tries at once while lost. */
  connect(): void {
    if (this.#link) return;
    this.#failures = 0;
    this.#open();
  }

  /** Gives up everything that is still waiting. */
  disconnect(): void {
    this.#unlink(1000);
    this.#set({ state: 'idle', tool: null, reason: null });
    this.#failAll(notConnected());
  }

  /**
   * The acknowledgement's data. Rejects with a `TrayError`: the tool's own code, `TIMEOUT`, `NOT_CONNECTED`,
   * `FRAME_TOO_LARGE`, or `INVALID_DATA` for an answer that cannot be read.
   */
  send<T extends PageCommand>(type: T, data: CommandData<T>, options: SendOptions = {}): Promise<CommandAck<T>> {
    const { state } = this.#status;
    const reachable = state === 'connecting' || state === 'pairing' || state === 'connected' || state === 'lost';
    if (!reachable || (this.#sid === null && this.#pending.size >= limits.queuedCommands)) {
      return Promise.reject(notConnected());
    }
    return new Promise((resolve, reject) => {
      const frame = this.#command(type, data);
      const timeout = options.timeout ?? (type === 'INSERT_MODELS' ? limits.longAckMs : limits.ackMs);
      const stop = this.#timers.after(timeout, () => {
        const reached = this.#sid !== null;
        pending.fail(reached ? new TrayError('TIMEOUT', 'The tray tool did not answer in time.') : notConnected());
      });
      let finish = (): void => {};
      const finished = new Promise<void>((done) => {
        finish = done;
      });
      const close = (): void => {
        stop();
        this.#pending.delete(frame.id);
        finish();
      };
      const pending: Pending = {
        frame,
        finished,
        settle: (ack) => {
          close();
          try {
            resolve(readAck(type, ack));
          } catch (error) {
            reject(error);
          }
        },
        fail: (error) => {
          close();
          reject(error);
        },
        onProgress: options.onProgress,
      };
      this.#pending.set(frame.id, pending);
      if (this.#sid !== null) this.#transmit(pending);
    });
  }

  #open(): void {
    this.#stopTimer();
    this.#set({ ...this.#status, state: 'connecting', reason: null });
    try {
      const link = this.#options.transport.connect({
        frame: (frame) => {
          if (this.#link === link) this.#receive(frame, link);
        },
        closed: (code, reason) => {
          if (this.#link !== link) return;
          this.#link = null;
          // The ticket was slow to come and the tool stopped waiting: worth another try.
          const late = code === closeCodes.unauthenticated && this.#helloId === null;
          this.#closed(late ? 1000 : code, reason);
        },
      });
      this.#link = link;
      const patience = this.#options.asking?.() ? limits.longAckMs : limits.ackMs;
      this.#stopTimer = this.#timers.after(patience, () => this.#drop(closeCodes.silent));
    } catch (error) {
      // A browser may forbid the address outright.
      this.#closed(1006, error instanceof Error ? error.message : '');
    }
  }

  #receive(frame: Frame, link: TrayLink): void {
    this.#unheard = 0;
    try {
      if (frame.kind === 'evt') this.#event(frame, link);
      else if (frame.kind === 'ack' && frame.replyTo === this.#helloId) this.#welcomed(frame);
      else if (frame.kind === 'ack') this.#pending.get(frame.replyTo)?.settle(frame);
      else if (this.#sid !== null) void this.#answer(frame, link);
    } catch (error) {
      this.#options.log.warn('the tray tool sent something unreadable', { kind: frame.kind, error: String(error) });
      if (this.#sid === null) this.#drop(closeCodes.malformed);
    }
  }

  #event(frame: EventFrame, link: TrayLink): void {
    if (frame.type === 'HELLO' && this.#helloId === null) {
      void this.#introduce(readData(events.HELLO, frame.data), link);
    } else if (frame.type === 'PAIRING' && this.#sid === null) {
      this.#set({ ...this.#status, state: 'pairing' });
      this.#stopTimer();
      this.#stopTimer = this.#timers.after(limits.longAckMs, () => this.#drop(closeCodes.silent));
    } else if (frame.type === 'PROGRESS') {
      const progress = readData(events.PROGRESS, frame.data);
      this.#pending.get(progress.commandId)?.onProgress?.(progress);
    }
  }

  async #introduce(hello: EventData<'HELLO'>, link: TrayLink): Promise<void> {
    const tool = { name: hello.tool, version: hello.version, caps: hello.caps };
    this.#set({ ...this.#status, tool });
    if (!hello.protocols.includes(subprotocol)) {
      this.#drop(closeCodes.version);
      return;
    }
    try {
      const ticket = await this.#options.ticket(hello.nonce);
      if (this.#link !== link) return;
      const frame = this.#command('HELLO', { origin: this.#options.origin, ticket });
      this.#helloId = frame.id;
      link.send(frame);
    } catch (error) {
      if (this.#link !== link) return;
      this.#options.log.warn('no ticket for the tray tool', { error: String(error) });
      // Trying again helps when the server is out of reach, not when it has said no.
      const refused = error instanceof CallError && error.status < 500;
      this.#drop(refused ? closeCodes.unauthenticated : 1000, error instanceof Error ? error.message : '');
    }
  }

  #welcomed(ack: AckFrame): void {
    this.#helloId = null;
    if (ack.status === 'ERROR') {
      this.#drop(closeCodes.unauthenticated, ack.message);
      return;
    }
    const { sid, heartbeatSeconds } = readAck('HELLO', ack);
    this.#sid = sid;
    this.#failures = 0;
    this.#set({ ...this.#status, state: 'connected', reason: null });
    this.#beat(heartbeatSeconds * 1000);
    const waiting = [...this.#pending.values()];
    for (const pending of waiting) this.#transmit(pending);
    this.#reconcileAfter(waiting.map((pending) => pending.finished));
  }

  /** The tool's word counts, not the page's memory; asked for when what was under way has been answered. */
  #reconcileAfter(answers: Promise<void>[]): void {
    if (this.#reconciling) return;
    this.#reconciling = true;
    void Promise.all(answers)
      .then(() => this.send('REQUEST_DATA', { what: 'TRAY' }))
      .then((answer) => {
        if (answer.what === 'TRAY') this.#options.reconcile(answer.tray);
      })
      .catch((error: unknown) => {
        this.#options.log.warn('the tray could not be compared', { error: String(error) });
      })
      .finally(() => {
        this.#reconciling = false;
      });
  }

  async #answer(frame: CommandFrame, link: TrayLink): Promise<void> {
    const ack = await this.#answered.answer(frame.id, () => this.#handle(frame));
    if (this.#link !== link) return;
    try {
      link.send(ack);
    } catch (error) {
      this.#options.log.error('the tray tool could not be answered', { type: frame.type, error: String(error) });
    }
  }

  async #handle(frame: CommandFrame): Promise<AckFrame> {
    const { handlers, log } = this.#options;
    try {
      switch (frame.type) {
        case 'SAVE_JOB':
          return okAck(frame.id, await handlers.SAVE_JOB(readData(commands.SAVE_JOB.data, frame.data)));
        case 'REQUEST_DATA':
          return okAck(frame.id, await handlers.REQUEST_DATA(readData(commands.REQUEST_DATA.data, frame.data)));
        default:
          return errorAck(frame.id, 'UNSUPPORTED', `The page does not know ${frame.type}.`);
      }
    } catch (error) {
      if (error instanceof TrayError || error instanceof CallError)
        return errorAck(frame.id, error.code, error.message);
      log.error('a command of the tray tool failed', { type: frame.type, error: String(error) });
      return errorAck(frame.id, 'INTERNAL', 'The page could not do this.');
    }
  }

  #command<T extends CommandType>(type: T, data: CommandData<T>): CommandFrame {
    return { v: 1, id: newId(), kind: 'cmd', type, ts: this.#timers.now(), data };
  }

  #transmit(pending: Pending): void {
    try {
      this.#link?.send({ ...pending.frame, sid: this.#sid ?? undefined });
    } catch (error) {
      pending.fail(error instanceof TrayError ? error : notConnected());
    }
  }

  #beat(ms: number): void {
    this.#stopTimer();
    this.#stopTimer = this.#timers.after(ms, () => {
      if (this.#unheard >= limits.missedHeartbeats) {
        this.#drop(closeCodes.silent);
        return;
      }
      this.#unheard += 1;
      const ping: EventFrame = { v: 1, id: newId(), kind: 'evt', type: 'PING', ts: this.#timers.now(), data: {} };
      this.#link?.send({ ...ping, sid: this.#sid ?? undefined });
      this.#beat(ms);
    });
  }

  #drop(code: number, reason = ''): void {
    this.#unlink(code);
    this.#closed(code, reason);
  }

  #unlink(code: number): void {
    const link = this.#link;
    this.#link = null;
    this.#sid = null;
    this.#helloId = null;
    this.#stopTimer();
    link?.close(code);
  }

  #closed(code: number, reason: string): void {
    this.#unlink(code);
    const refused = code === closeCodes.unauthenticated || code === closeCodes.forbidden;
    const state = refused ? 'denied' : code === closeCodes.version ? 'incompatible' : 'lost';
    this.#set({ ...this.#status, state, reason: reason === '' ? null : reason });
    if (state !== 'lost') {
      this.#failAll(notConnected());
      return;
    }
    const ceiling = Math.min(limits.reconnectMaxMs, limits.reconnectMinMs * 2 ** (this.#failures + 1));
    this.#failures += 1;
    const delay = limits.reconnectMinMs + (ceiling - limits.reconnectMinMs) * this.#timers.random();
    this.#stopTimer = this.#timers.after(delay, () => this.#open());
  }

  #failAll(error: TrayError): void {
    for (const pending of this.#pending.values()) pending.fail(error);
  }

  #set(status: TrayStatus): void {
    this.#status = status;
    for (const listener of this.#listeners) listener();
  }
}
