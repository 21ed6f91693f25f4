import { vi } from 'vitest';
import { WebSocket } from 'ws';
import { TrayConnection } from '../client.ts';
import type { TrayConnectionOptions, TrayState } from '../client.ts';
import type { PageServer } from '../conformance/pageServer.ts';
import { frameSchema, subprotocol } from '../messages.ts';
import { TrayError } from '../TrayError.ts';
import type { Frame, TrayLine } from '../messages.ts';
import { startTraySimulator } from '../simulator.ts';
import type { TraySimulator } from '../simulator.ts';
import type { SimulatorOptions } from '../tool.ts';
import { checkWithServer } from '../ticketCheck.ts';
import { webSocketTransport } from '../transport.ts';

/** The simulator on a free port, its person saying yes, tickets checked with the page's server. */
export function startTool(server: PageServer, options: Partial<SimulatorOptions> = {}): Promise<TraySimulator> {
  return startTraySimulator({
    port: 0,
    origins: [server.origin],
    checkTicket: checkWithServer,
    accept: async () => true,
    log: () => {},
    ...options,
  });
}

export interface Page {
  connection: TrayConnection;
  /** Each tray the page was told of after connecting. */
  trays: TrayLine[][];
  reached(state: TrayState): Promise<void>;
}

/** The real client over a real WebSocket that says it comes from the page's origin. */
export function openPage(server: PageServer, port: number, options: Partial<TrayConnectionOptions> = {}): Page {
  const trays: TrayLine[][] = [];
  const connection = new TrayConnection({
    transport: webSocketTransport({
      url: `ws://127.0.0.1:${port}`,
      open: (url, protocol) => {
        const socket = new WebSocket(url, protocol, { origin: server.origin });
        socket.on('error', () => {});
        return socket;
      },
    }),
    origin: server.origin,
    ticket: server.ticket,
    handlers: {
      SAVE_JOB: async () => ({}),
      REQUEST_DATA: () => Promise.reject(new TrayError('UNSUPPORTED', 'Nothing selected.')),
    },
    reconcile: (tray) => trays.push(tray),
    log: { debug() {}, info() {}, warn() {}, error() {} },
    ...options,
  });
  const reached = (state: TrayState): Promise<void> =>
    vi.waitFor(
      () => {
        const now = connection.status.get();
        if (now.state !== state) throw new Error(`still ${now.state}: ${now.reason}`);
      },
      { timeout: 4_000, interval: 5 },
    );
  return { connection, trays, reached };
}

export interface RawSocket {
  socket: WebSocket;
  /** The next frame, in order of arrival. */
  next(): Promise<Frame>;
  closed: Promise<number>;
}

/** A bare WebSocket for what a well-behaved page would never send. */
export function openRaw(
  port: number,
  headers: { origin?: string; host?: string },
  protocols: string[] = [subprotocol],
): RawSocket {
  const socket = new WebSocket(`ws://127.0.0.1:${port}`, protocols, {
    ...(headers.origin === undefined ? {} : { origin: headers.origin }),
    ...(headers.host === undefined ? {} : { headers: { host: headers.host } }),
  });
  socket.on('error', () => {});
  const frames: Frame[] = [];
  socket.on('message', (data) => frames.push(frameSchema.parse(JSON.parse(String(data)))));
  return {
    socket,
    next: () =>
      vi.waitFor(
        () => {
          const frame = frames.shift();
          if (!frame) throw new Error('no frame yet');
          return frame;
        },
        { timeout: 4_000, interval: 5 },
      ),
    closed: new Promise((resolve) => socket.on('close', (code) => resolve(code))),
  };
}
