import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import { frameSchema, subprotocol } from '../messages.ts';
import type { AckFrame, CommandFrame, Frame } from '../messages.ts';

/** What came of waiting for a frame. */
export type Heard<F extends Frame = Frame> =
  { what: 'frame'; frame: F } | { what: 'closed'; code: number } | { what: 'nothing'; ms: number };

export interface ProbeOptions {
  /** `null`: none is sent. */
  origin: string | null;
  host?: string;
  protocols?: readonly string[];
  /** `false`: WebSocket pings are not answered either. */
  autoPong?: boolean;
}

export const commandOf = (type: string, data: unknown, sid?: string, id: string = randomUUID()): CommandFrame => ({
  v: 1,
  id,
  kind: 'cmd',
  type,
  ts: Date.now(),
  sid,
  data,
});

/** A bare connection to the tool, which also sends what a page never would. */
export class Probe {
  readonly #socket: WebSocket;
  readonly #frames: Frame[] = [];
  readonly #waiting = new Set<() => void>();
  #closed: number | null = null;
  #pings = 0;
  /** Frames that are not of the protocol's form. */
  readonly unreadable: string[] = [];

  constructor(url: string, { origin, host, protocols = [subprotocol], autoPong = true }: ProbeOptions) {
    this.#socket = new WebSocket(url, [...protocols], {
      autoPong,
      ...(origin === null ? {} : { origin }),
      ...(host === undefined ? {} : { headers: { host } }),
    });
    // What is wrong shows as the end of the connection.
    this.#socket.on('error', () => {});
    this.#socket.on('ping', () => {
      this.#pings += 1;
    });
    this.#socket.on('message', (data, isBinary) => {
      const frame = isBinary ? undefined : readFrame(String(data));
      if (frame) this.#frames.push(frame);
      else this.unreadable.push(isBinary ? 'a binary frame' : String(data).slice(0, 200));
      this.#changed();
    });
    this.#socket.on('close', (code) => {
      this.#closed = code;
      this.#changed();
    });
  }

  /** The subprotocol that the tool took. */
  get protocol(): string {
    return this.#socket.protocol;
  }

  /** WebSocket pings of the tool. */
  get pings(): number {
    return this.#pings;
  }

  send(frame: unknown): void {
    this.sendRaw(JSON.stringify(frame));
  }

  sendRaw(data: string | Uint8Array): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(data);
  }

  /** The next frame that fits and was not taken yet. */
  hear<F extends Frame>(fits: (frame: Frame) => frame is F, ms: number): Promise<Heard<F>> {
    return this.#until(ms, () => {
      const at = this.#frames.findIndex(fits);
      const [frame] = at < 0 ? [] : this.#frames.splice(at, 1);
      if (frame && fits(frame)) return { what: 'frame', frame };
      return this.#closed === null ? null : { what: 'closed', code: this.#closed };
    });
  }

  answer(id: string, ms: number): Promise<Heard<AckFrame>> {
    return this.hear((frame): frame is AckFrame => frame.kind === 'ack' && frame.replyTo === id, ms);
  }

  /** The end of the connection, whatever comes before it. */
  end(ms: number): Promise<Heard> {
    return this.#until(ms, () => (this.#closed === null ? null : { what: 'closed', code: this.#closed }));
  }

  /** As when a cable is pulled. */
  cut(): void {
    this.#socket.terminate();
  }

  async #until<F extends Frame>(ms: number, look: () => Heard<F> | null): Promise<Heard<F>> {
    const now = look();
    if (now) return now;
    return new Promise((resolve) => {
      const finish = (heard: Heard<F>): void => {
        clearTimeout(timer);
        this.#waiting.delete(again);
        resolve(heard);
      };
      const again = (): void => {
        const heard = look();
        if (heard) finish(heard);
      };
      const timer = setTimeout(() => finish({ what: 'nothing', ms }), ms);
      this.#waiting.add(again);
    });
  }

  #changed(): void {
    for (const look of this.#waiting) look();
  }
}

function readFrame(text: string): Frame | undefined {
  try {
    return frameSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** In words, after "came:". */
export function inWords(heard: Heard): string {
  if (heard.what === 'closed') {
    return heard.code === 1006 ? 'the connection was cut' : `the connection was closed with ${heard.code}`;
  }
  if (heard.what === 'nothing') return `nothing within ${heard.ms / 1000} s`;
  const { frame } = heard;
  if (frame.kind !== 'ack') return `the ${frame.kind === 'cmd' ? 'command' : 'event'} ${frame.type}`;
  if (frame.status === 'ERROR') return `the error ${frame.code || 'without a code'}: ${frame.message || 'no message'}`;
  return `OK with ${shortened(JSON.stringify(frame.data) ?? 'no data')}`;
}

const shortened = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text);
