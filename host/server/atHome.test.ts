import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { keepAtHome, openings } from './atHome.ts';
import { toCallError } from './http/errors.ts';
import { readSettings } from './settings.ts';

const opened = (environment: NodeJS.ProcessEnv) => openings(readSettings([], environment, false));

describe('the demo company comes by itself', () => {
  it.each([{}, { HOST: '::1' }, { HOST: 'localhost' }, { PUBLIC_URL: 'http://localhost:4000' }])(
    'at home: %o',
    (environment) => expect(opened(environment)).toEqual([]),
  );

  it.each([
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.0.2.7' },
    { PUBLIC_URL: 'https://parts.example.com' },
    { DATABASE_URL: 'postgres://db/sinter' },
  ])('and not where others may come: %o', (environment) => {
    const [name = ''] = Object.keys(environment);
    expect(opened(environment)).toEqual([expect.stringContaining(name)]);
  });
});

describe('a server with demo accounts', async () => {
  const app = fastify({ trustProxy: 'loopback' });
  app.setErrorHandler((error, _request, reply) => reply.code(toCallError(error).answer.status).send());
  keepAtHome(app);
  app.get('/', async () => 'here');
  const ask = async (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
    (await app.inject({ url: '/', remoteAddress, headers: { host: 'localhost:4000', ...headers } })).statusCode;

  it.each<Record<string, string>>([
    {},
    { host: '127.0.0.1:4000' },
    { host: '[::1]:4000' },
    { host: 'sinter.localhost' },
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-forwarded-for': '::ffff:127.0.0.1' },
    { forwarded: 'for="[::1]:5124";host=localhost' },
  ])('answers this machine: %o', async (headers) => expect(await ask(headers)).toBe(200));

  it.each<Record<string, string>>([
    { host: 'parts.example.com' },
    { host: 'rebound.example:4000' },
    { 'x-forwarded-for': '203.0.113.9' },
    { 'x-forwarded-for': '203.0.113.9, 127.0.0.1' },
    { 'x-forwarded-for': '2001:db8::1' },
    { 'x-forwarded-host': 'parts.example.com' },
    { 'x-real-ip': '203.0.113.9' },
    { forwarded: 'for="[2001:db8:cafe::17]:4711"' },
    { forwarded: 'for=203.0.113.9;host=parts.example.com' },
  ])('and nobody whom a proxy or a tunnel lets in: %o', async (headers) => expect(await ask(headers)).toBe(403));

  it('nor anybody from another address', async () => expect(await ask({}, '192.0.2.8')).toBe(403));
});
