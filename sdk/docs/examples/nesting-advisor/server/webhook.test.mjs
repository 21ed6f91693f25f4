import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWebhookReader } from './webhook.mjs';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const stranger = generateKeyPairSync('ed25519').privateKey;
const plugin = 'sinter-labs.nesting-advisor';
let server, site, read;

beforeAll(async () => {
  const keys = [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'EdDSA', use: 'sig' }];
  server = createServer((_, response) => response.end(JSON.stringify({ keys })));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  site = `http://127.0.0.1:${server.address().port}`;
  read = createWebhookReader({ site, plugin });
});
afterAll(() => server.close());

function message(change = {}, key = privateKey, age = 0) {
  const data = { site, plugin, facilityId: 2, orderId: 7, status: 'CREATED', ...change };
  const body = JSON.stringify({ type: 'order.changed', timestamp: '2030-01-01T00:00:00.000Z', data });
  const [id, timestamp] = ['msg_1', String(Math.floor(Date.now() / 1000) - age)];
  const signature = sign(null, Buffer.from(`${id}.${timestamp}.${body}`), key).toString('base64');
  return {
    headers: { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1a,${signature}` },
    body,
  };
}

it('reads what the site says to this plugin', async () => {
  const { headers, body } = message();
  expect(await read(headers, Buffer.from(body))).toMatchObject({ id: 'msg_1', data: { orderId: 7, facilityId: 2 } });
  // A second signature, of another kind or of a key to come, does no harm.
  headers['webhook-signature'] = `v1,abc ${headers['webhook-signature']}`;
  expect(await read(headers, body)).toMatchObject({ type: 'order.changed' });
});

it('refuses all else', async () => {
  const changed = message();
  const refused = [
    { ...changed, body: changed.body.replace('CREATED', 'SHIPPED') },
    { ...changed, headers: { ...changed.headers, 'webhook-id': 'msg_2' } },
    { ...changed, headers: {} },
    message({}, stranger),
    message({ plugin: 'acme.other' }),
    message({ site: 'https://elsewhere.example' }),
    message({}, privateKey, 3600),
  ];
  for (const { headers, body } of refused) expect(await read(headers, body)).toBeNull();
});
