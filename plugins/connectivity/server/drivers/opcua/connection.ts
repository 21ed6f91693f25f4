import { AsyncResource } from 'node:async_hooks';
import type { Socket } from 'node:net';
import { say } from '../../texts.ts';
import { NotHeard } from '../driver.ts';
import type { Server } from './server.ts';
import type { ErrorCallback, IClientTransportFactory, Opcua } from './library.ts';

export const seconds = 8;
const usualPort = 4840;
/** What a server may send between two questions for what it has said: it sets the limits of the protocol itself. */
const largest = 4 * 1024 * 1024;
const mostChunks = 1000;
/** Of a buffer, as the standard has it. */
const smallest = 8192;

/** A connection to the server that somebody has named, and to no other that it names itself. */
export interface Connection {
  readonly endpoint: string;
  /** Why it has ended; `null` while it has not. */
  readonly over: NotHeard | null;
  readonly transports: IClientTransportFactory;
  /** What it has sent so far was little enough. */
  forgive(): void;
  end(why: NotHeard): void;
  /** After so many seconds without a word it is gone. */
  silentAfter(seconds: number): void;
}

/** Where a server stands that somebody has named. */
export function placeOf(endpoint: string) {
  const { hostname, port } = new URL(endpoint);
  return { host: hostname, port: port === '' ? usualPort : Number(port), encrypted: false };
}

export async function connectTo(link: Server, opcua: Opcua): Promise<Connection> {
  const socket = await link.dial();
  let over: NotHeard | null = null;
  // It is no OPC UA server until it has said something that is understood.
  let [speaks, sent] = [false, 0];
  const end = (why: NotHeard): void => {
    over ??= why;
    socket.destroy();
  };
  socket.on('close', () => (over ??= new NotHeard(say(speaks ? 'serverGone' : 'notOpcua'))));
  socket.prependListener('data', (chunk: Buffer) => {
    sent += chunk.byteLength;
    if (sent > largest) end(new NotHeard(say('tooMuchSent')));
  });
  return {
    endpoint: link.endpoint,
    get over() {
      return over;
    },
    transports: { create: () => transportOn(opcua, socket, end, () => (speaks = true)) },
    forgive: () => (sent = 0),
    end,
    silentAfter: (longest) => socket.setTimeout(longest * 1000),
  };
}

/** The library's own connects to whatever address it is told, and lets what it does not understand end the process. */
function transportOn(
  { ClientTransportBase }: Opcua,
  socket: Socket,
  end: (why: NotHeard) => void,
  understood: () => void,
) {
  class Given extends ClientTransportBase {
    override connect(endpointUrl: string, done: ErrorCallback): void {
      this.endpointUrl = endpointUrl;
      if (socket.destroyed) {
        done(new Error('The connection has ended.'));
        return;
      }
      this._install_socket(socket);
      guard(socket, () => end(new NotHeard(say('notOpcua'))));
      this._perform_HEL_ACK_transaction((error) => {
        if (error) {
          done(error);
          return;
        }
        // With less than the standard allows (part 6, 7.1.2.3) the library throws where nobody catches it.
        if (this.sendBufferSize < smallest || this.receiveBufferSize < smallest) {
          socket.destroy();
          done(new Error('The buffers are too small.'));
          return;
        }
        this.maxMessageSize = Math.min(this.maxMessageSize || largest, largest);
        this.maxChunkCount = Math.min(this.maxChunkCount || mostChunks, mostChunks);
        // The library takes a second one for the end of all security, and says nothing.
        this.on('chunk', (chunk: Buffer) => {
          if (/^(?:ACK|HEL|RHE)/.test(chunk.toString('latin1', 0, 3))) throw new Error('It is connected already.');
        });
        understood();
        this._install_post_connect_error_handler(endpointUrl);
        this.emit('connect');
        done();
      });
    }
  }
  return new Given();
}

/** What is thrown on the way of what was received ends the connection alone. What is thrown later is known to be of this server. */
function guard(socket: Socket, failed: () => void): void {
  const listeners = socket.listeners('data');
  socket.removeAllListeners('data');
  const hear = AsyncResource.bind((chunk: Buffer) => {
    if (socket.destroyed) return;
    const { warn } = console;
    try {
      // A line for each status that it does not know, and a server may send a million.
      console.warn = () => {};
      for (const listener of listeners) listener.call(socket, chunk);
    } catch {
      failed();
    } finally {
      console.warn = warn;
    }
  });
  socket.on('data', hear);
}
