import { connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { createLog } from '../log.ts';
import { createHttpServer } from './server.ts';

let app: FastifyInstance;
let port: number;
let received: number;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  app = createHttpServer(createLog('silent'), { answered: () => {} });
  received = 0;
  app.addContentTypeParser('multipart/form-data', (_request, payload, done) => {
    payload.on('data', (chunk: Buffer) => void (received += chunk.length));
    payload.on('end', () => done(null, {}));
  });
  app.post('/', () => ({ ok: true }));
  app.get('/slow', (_request, reply) => reply.send(new PassThrough()));
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterEach(async () => {
  await app.close();
  vi.useRealTimers();
});

interface Line {
  socket: Socket;
  answer(): string;
  closed(): boolean;
}
async function send(text: string): Promise<Line> {
  const socket = connect(port, '127.0.0.1');
  let heard = '';
  let ended = false;
  socket.setEncoding('latin1').on('data', (chunk: string) => void (heard += chunk));
  socket.on('error', () => {}).on('close', () => (ended = true));
  await new Promise<void>((written) => socket.write(text, () => written()));
  return { socket, answer: () => heard, closed: () => ended };
}

const head = (type: string, length: number): string =>
  `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;
const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

/** Time goes by, with what is sent meanwhile. */
async function pass(seconds: number, meanwhile: () => void = () => {}): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 10) {
    meanwhile();
    await settle();
    vi.advanceTimersByTime(10_000);
    await settle();
  }
}

describe('a request that comes in', () => {
  it('is ended when half of it is sent and no more comes', async () => {
    const line = await send(`${head('application/json', 100)}{"a":`);
    await pass(20);
    expect(line.closed()).toBe(false);
    await pass(20);
    expect(line.answer()).toMatch(/^HTTP\/1\.1 408 /);
    expect(line.closed()).toBe(true);
  });

  it('is ended when it drips', async () => {
    const line = await send(`${head('application/json', 100_000)}{"a":"`);
    await pass(50, () => line.socket.write('x'));
    expect(line.closed()).toBe(true);
  });

  it('is ended when a small one takes minutes however fast it seems', async () => {
    const line = await send(`${head('application/json', 1_000_000)}{"a":"`);
    await pass(140, () => line.socket.write('x'.repeat(5_000)));
    expect(line.closed()).toBe(true);
  });

  it('goes on for hours when it is a file on a slow line', async () => {
    const line = await send(head('multipart/form-data; boundary=x', 10_000_000));
    await pass(900, () => line.socket.write('x'.repeat(3_000)));
    expect(line.closed()).toBe(false);
    expect(received).toBeGreaterThan(250_000);
    // Then the line breaks.
    await pass(130);
    expect(line.closed()).toBe(true);
  });

  it('of which only headers come, is nothing that is waited for', async () => {
    expect(app.server.headersTimeout).toBeLessThanOrEqual(20_000);
  });
});

it('what comes over no connection is left alone', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': 'application/json' },
    payload: '{}',
  });
  expect(answer.statusCode).toBe(200);
  await pass(300);
});

it('an answer that takes long to make is waited for', async () => {
  const line = await send('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
  await pass(300);
  expect(line.closed()).toBe(false);
  line.socket.destroy();
});
