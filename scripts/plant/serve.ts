import { createServer, type Server } from 'node:http';
import type { Reading } from '@sinter/sdk/contract/connectivity/connectors';

/** What a machine says now. */
export type Read = () => Reading;

export interface Answer {
  status?: number;
  type?: string;
  body: string;
}

/** Answers a path; `null`: the machine is not there, and its connection ends without a word. */
export type Speaks = (url: URL, key: string) => Answer | null;

export const json = (value: unknown, status = 200): Answer => ({
  status,
  type: 'application/json',
  body: JSON.stringify(value),
});

/** On this machine alone. Whoever opens it in a browser reads what it is. */
export async function listening(port: number, speaks: Speaks): Promise<Server> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const face = { body: 'This is a simulator of Sinter. No machine is behind it.\n', type: 'text/plain' };
    const answer: Answer | null = url.pathname === '/' ? face : speaks(url, String(request.headers['x-api-key'] ?? ''));
    if (!answer) return void request.socket.destroy();
    response.writeHead(answer.status ?? 200, {
      'content-type': answer.type ?? 'text/plain',
      server: 'Sinter simulator',
    });
    response.end(answer.body);
  });
  await new Promise<void>((ready, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', ready);
  });
  return server;
}
