import { STATUS_CODES } from 'node:http';
import type { ConnectionError } from 'fastify';
import type { Socket } from 'node:net';
import { CallError } from '@sinter/sdk/contract';
import { say } from '../say.ts';
import { privateHeaders } from './headers.ts';

interface Answer {
  status: number;
  error: () => CallError;
}

const conditions: Readonly<Record<string, Answer>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, error: () => new CallError('INVALID_INPUT', say('requestLate')) },
  HPE_HEADER_OVERFLOW: { status: 431, error: () => new CallError('TOO_LARGE', say('headersTooLarge')) },
};
const otherwise: Answer = { status: 400, error: () => new CallError('INVALID_INPUT', say('requestUnreadable')) };

/** Answers what is no request of HTTP in the one shape of errors. Node has no answer for it, so it is written by hand. */
export function refuseUnreadable(failure: ConnectionError, socket: Socket): void {
  if (failure.code === 'ECONNRESET' || socket.destroyed) return;
  const { status, error } = conditions[failure.code] ?? otherwise;
  const body = Buffer.from(JSON.stringify(error().toBody()));
  const headers = {
    ...privateHeaders,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': body.length,
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`;
  // What was sent before the end is sent still.
  if (socket.writable) socket.end(Buffer.concat([Buffer.from(head), body]), () => socket.destroy());
  else socket.destroy();
}
