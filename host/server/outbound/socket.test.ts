import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ForbiddenAddress } from './outbound.ts';
import { createOutboundSocket } from './socket.ts';

let server: Server;
let port = 0;
let came = 0;
beforeAll(async () => {
  server = createServer((socket) => {
    came += 1;
    socket.on('error', () => {});
    socket.end('hello');
  });
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready));
  const place = server.address();
  if (place !== null && typeof place === 'object') ({ port } = place);
});
afterAll(() => void server.close());

const named = (address: string) => () => Promise.resolve([{ address, family: 4 }]);

it('connects where the name led, in a network that the operator allows', async () => {
  const socket = await createOutboundSocket(
    ['127.0.0.1/32'],
    named('127.0.0.1'),
  )({
    ...{ host: 'broker.example', port, encrypted: false },
  });
  const [chunk]: unknown[] = await once(socket, 'data');
  expect(String(chunk)).toBe('hello');
  socket.destroy();
});

it.each([
  ['127.0.0.1', true],
  ['169.254.169.254', true],
  ['10.0.0.1', false],
  ['8.8.8.8', false],
])('does not connect to %s, encrypted: %s', async (address, encrypted) => {
  const before = came;
  const connect = createOutboundSocket([], named(address));
  await expect(connect({ host: 'broker.example', port, encrypted })).rejects.toThrow(ForbiddenAddress);
  expect(came).toBe(before);
});

it('says why nobody answers, and gives up with who asked', async () => {
  const connect = createOutboundSocket(['127.0.0.1/32']);
  await expect(connect({ host: '127.0.0.1', port: 1, encrypted: false })).rejects.toThrow('ECONNREFUSED');
  // What listens speaks no TLS.
  await expect(connect({ host: '127.0.0.1', port, encrypted: true })).rejects.toThrow(/./);
  const giving = new AbortController();
  const socket = await connect({ host: '127.0.0.1', port, encrypted: false }, { signal: giving.signal });
  giving.abort();
  expect(socket.destroyed).toBe(true);
});
