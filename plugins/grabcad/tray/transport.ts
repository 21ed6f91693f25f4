import { closeCodes, decodeFrame, encodeFrame, limits, subprotocol, trayPort } from './messages.ts';
import type { Frame } from './messages.ts';

/** How frames reach the tool. A vendor's own framing is one more implementation of this and changes nothing else. */
export interface TrayTransport {
  connect(listener: TrayListener): TrayLink;
}

export interface TrayListener {
  frame(frame: Frame): void;
  /** Once, however the connection ended; 1006 when it never came about. */
  closed(code: number, reason: string): void;
}

export interface TrayLink {
  /** Throws `FRAME_TOO_LARGE`. */
  send(frame: Frame): void;
  close(code: number): void;
}

/** The part of the browser's `WebSocket` that is used. */
export interface TraySocket {
  send(data: string): void;
  close(code?: number): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  addEventListener(type: 'close', listener: (event: { code: number; reason: string }) => void): void;
}

type OpenSocket = (url: string, protocol: string) => TraySocket;

export interface WebSocketTransportOptions {
  url?: string;
  open?: OpenSocket;
}

export function webSocketTransport(options: WebSocketTransportOptions = {}): TrayTransport {
  const url = options.url ?? `ws://localhost:${trayPort}`;
  const open: OpenSocket = options.open ?? ((address, protocol) => new WebSocket(address, protocol));
  return {
    connect(listener) {
      const socket = open(url, subprotocol);
      socket.addEventListener('message', ({ data }) => {
        const tooLarge = typeof data === 'string' && data.length > limits.frameBytes;
        const decoded = tooLarge ? { close: closeCodes.malformed } : decodeFrame(data);
        if ('frame' in decoded) listener.frame(decoded.frame);
        else socket.close(decoded.close);
      });
      socket.addEventListener('close', ({ code, reason }) => listener.closed(code, reason));
      return {
        send: (frame) => socket.send(encodeFrame(frame)),
        close: (code) => socket.close(code),
      };
    },
  };
}
