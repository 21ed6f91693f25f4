import { randomUUID } from 'node:crypto';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import * as z from 'zod';
import { modelSchema, subprotocol } from '../messages.ts';
import type { TrayModel } from '../messages.ts';

const commandSchema = z.object({ id: z.string(), type: z.string(), data: z.unknown() });

/** A tray tool as somebody writes it in an afternoon who has not read the document to its end. */
export async function startWrongTool(): Promise<{ port: number; close(): void }> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => subprotocol });
  await new Promise((done) => server.once('listening', done));
  let tray: TrayModel[] = [];

  const perform = async (type: string, data: unknown): Promise<unknown> => {
    if (type === 'LOGIN') throw new Error('never heard of it');
    if (type === 'HELLO') return { sid: 'the-session', heartbeatSeconds: 60 };
    if (type === 'CLEAR_TRAY') {
      tray = [];
      return { removed: 0 };
    }
    if (type === 'INSERT_MODELS') {
      const { models } = z.object({ models: z.array(modelSchema) }).parse(data);
      for (const { url } of models) await (await fetch(url)).arrayBuffer();
      tray.push(...models);
      return { inserted: models.map(({ fileId }) => fileId), failed: [] };
    }
    if (type !== 'REQUEST_DATA') return type === 'INSERT_JOB' ? { accepted: true } : {};
    const { what } = z.object({ what: z.string() }).parse(data);
    if (what === 'TRAY') return { what, tray };
    return what === 'ESTIMATE' ? { what, durationSeconds: 0, materialM3: 0, supportM3: 0 } : { what };
  };

  const greet = (socket: WebSocket): void => {
    const send = (sent: object) => socket.send(JSON.stringify({ v: 1, ...sent }));
    const hello = { tool: 'Wrong', version: '1', protocols: [subprotocol], nonce: 'always-the-same-nonce', caps: [] };
    send({ id: randomUUID(), kind: 'evt', type: 'HELLO', ts: Date.now(), data: hello });
    socket.on('message', (text) => {
      const read = commandOf(String(text));
      if (!read) return;
      perform(read.type, read.data)
        .then((data) => send({ kind: 'ack', replyTo: read.id, status: 'OK', data }))
        .catch(() => socket.send('I did not understand'));
    });
  };
  server.on('connection', (socket) => {
    socket.on('error', () => {});
    greet(socket);
  });
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no address');
  return {
    port: address.port,
    close() {
      for (const socket of server.clients) socket.terminate();
      server.close();
    },
  };
}

function commandOf(text: string): z.infer<typeof commandSchema> | undefined {
  try {
    return commandSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
