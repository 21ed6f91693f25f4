import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, testServer } from './testing.ts';
import { createLog, withoutSecrets } from './log.ts';

const lines: string[] = [];
const log = createLog(
  'trace',
  new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  }),
);
let server: TestServer;
beforeAll(async () => void (server = await testServer({ log })));
afterAll(() => server.stop());

const secret = 'Sup3rS3cretTokenThatNobodyMayReadInALog0123';

it('tells nothing of the secrets in the addresses, referers and headers of a whole walk', async () => {
  const visitor = await server.client();
  const headers = {
    referer: `${server.url}/reset-password/${secret}?token=${secret}`,
    authorization: `Bearer ${secret}`,
  };
  const get = (path: string) => visitor.fetch(path, { headers });
  for (const path of [
    `/reset-password/${secret}`,
    `/verify/${secret}?token=${secret}`,
    `/invitation?token=${secret}#${secret}`,
    `/api/v1/users/verify/${secret}`,
    `/api/v1/grabcad/models/${secret}`,
    `/media/${secret}`,
    `/controlled/${secret}`,
    `/saml/login?returnTo=/x?key=${secret}`,
    `/oidc/callback?code=${secret}&state=${secret}`,
    `/api/v1/nothing/${secret}?access_token=${secret}`,
    `/api/v1/audit?searchString=${secret}`,
    `/api/v1/audit?searchString=%00${secret}`,
    `/%ED%A0%80${secret}?a=${secret}`,
  ])
    await get(path);
  const json = { 'content-type': 'application/json', ...headers };
  for (const call of server.node.registered.calls) {
    if (call.guard.kind !== 'public') continue;
    const path = call.path.replace(/\{\w+\}/g, secret);
    const body = JSON.stringify({ email: 'planner@demo.example', password: secret, token: secret, ticket: secret });
    await visitor.fetch(`${path}?token=${secret}`, {
      method: call.method,
      headers: json,
      ...(call.method === 'POST' && { body }),
    });
  }
  server.services.log.warn('a webhook was not taken', {
    error: String(new Error(`connect to https://user:${secret}@hooks.example/in/1?key=${secret} failed`)),
  });
  log.error({ error: new Error(`postgres://sinter:${secret}@db/sinter is gone`) }, 'lost');
  const text = lines.join('');
  expect(text).toContain('host.customLogin');
  expect(text).toContain('https://…@hooks.example/in/1?…');
  expect(text).not.toContain(secret);
  // Every line is still JSON.
  for (const line of text.trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
});

it('is quick with whatever somebody makes it write', () => {
  const begun = performance.now();
  for (const text of ['a/'.repeat(100_000), '://'.repeat(100_000), '/'.repeat(200_000)]) withoutSecrets(`${text} ?@`);
  expect(performance.now() - begun).toBeLessThan(5_000);
});

it.each([
  ['what now? nothing', 'what now? nothing'],
  ['mail to eva@new.example', 'mail to eva@new.example'],
  ['/reset?token=a%20b&c, again', '/reset?… again'],
  ['http://x.example/a#frag', 'http://x.example/a?…'],
])('writes %s as %s', (given, written) => {
  expect(withoutSecrets(given)).toBe(written);
});
