import { createPublicKey, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appServices } from '@sinter/sdk/plugin/apps';
import * as z from 'zod';
import * as calls from '@sinter/sdk/contract/apps/backend';
import { pluginSettings, readAppForm, saveAppForm } from '@sinter/sdk/contract/apps/settings';
import { hostDb } from '../allTables.ts';
import { type TestClient, type TestServer, testServer } from '../testing.ts';
import { below } from './backend.ts';
import { callAs, grant, pluginsFolder, tokenOf } from './testing.ts';

const [id, inside] = ['acme.nesting', 'acme.inside'];
const config = {
  schema: {
    type: 'object',
    properties: {
      currency: { type: 'string', title: 'currency', enum: ['EUR', 'USD'], default: 'EUR' },
      margin: { type: 'integer', title: 'margin', minimum: 0, maximum: 90 },
      key: { type: 'string', title: 'key', writeOnly: true },
    },
    required: ['margin'],
  },
};
const scopes = [{ scope: 'orders:read', reason: 'why' }];
const backend = { url: 'https://nesting.example/api' };

let vendor: Server;
let address = '';
let asked: { method: string; url: string; headers: IncomingHttpHeaders; body: string }[] = [];
let plugins: Awaited<ReturnType<typeof pluginsFolder>>;
let server: TestServer;
let admin: TestClient;
let planner: TestClient;
let token: string;

beforeAll(async () => {
  vendor = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      asked.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      if (url.startsWith('/api/away')) response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
      else if (url.startsWith('/api/large')) response.end(Buffer.alloc(2 ** 20));
      else if (url.startsWith('/api/page')) {
        response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'a=b', 'x-own': '1' });
        response.end('<script>alert(1)</script>');
      } else {
        response.writeHead(url.startsWith('/api/missing') ? 404 : 200, { 'content-type': 'application/json' });
        response.end('{"price":12}');
      }
    });
  });
  await new Promise<void>((listening) => void vendor.listen(0, '127.0.0.1', listening));
  const own = vendor.address();
  if (own !== null && typeof own === 'object') address = `http://127.0.0.1:${own.port}/api`;
  plugins = await pluginsFolder([
    { id, scopes, config, backend, events: { publishes: [`${id}.done`], subscribes: [] } },
    { id: inside, backend: { url: 'https://169.254.169.254' } },
  ]);
  server = await testServer({ pluginsDir: plugins.folder, allowedNetworks: ['127.0.0.1/32'] });
  [admin, planner] = [await server.client('admin'), await server.client('planner')];
  await grant(admin, id, ['orders:read']);
  token = await tokenOf(planner, id);
});
afterAll(async () => {
  await server.stop();
  await plugins.remove();
  vendor.close();
});

const form = { params: { id } };
const save = async (body: { values?: object; secrets?: Record<string, string | null>; backend?: string | null }) => {
  const { revision } = await admin.call(readAppForm, form);
  return admin.call(saveAppForm, {
    ...form,
    body: { revision, values: { margin: 10 }, backend: address, ...body } as never,
  });
};
const get = (path: string, plugin = id, by = token) =>
  callAs(planner, by, calls.backendGet, { params: { id: plugin, path } });

describe('settings of a plugin', () => {
  it('are what its schema allows, with defaults; a secret is never told again', async () => {
    const empty = await admin.call(readAppForm, form);
    expect(empty).toMatchObject({
      values: {},
      secretsSet: [],
      revision: 0,
      backend: { declared: backend.url, address: null },
    });
    expect(empty.fields.map(({ name, secret, required }) => [name, secret, required])).toEqual([
      ['currency', false, false],
      ['margin', false, true],
      ['key', true, false],
    ]);
    await expect(save({ values: { margin: 91, currency: 'JPY' } })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      details: { fields: { 'values.margin': expect.any(String), 'values.currency': expect.any(String) } },
    });
    await expect(save({ values: {} })).rejects.toMatchObject({
      details: { fields: { 'values.margin': expect.any(String) } },
    });
    await expect(save({ values: { margin: 1, other: 1 } })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    const saved = await save({ secrets: { key: 'sk_nesting_1' } });
    expect(saved).toMatchObject({ values: { margin: 10 }, secretsSet: ['key'], revision: 1 });
    const read = await callAs(planner, token, pluginSettings, form);
    expect(read).toEqual({ values: { currency: 'EUR', margin: 10 }, revision: 1 });
    const rows = await hostDb(server.services.db).selectFrom('app_setting').selectAll().execute();
    const entries = await hostDb(server.services.db).selectFrom('audit_entry').selectAll().execute();
    expect(JSON.stringify([saved, read, rows, entries])).not.toContain('sk_nesting_1');
  });

  it('are saved by one of two at a time, and by administrators alone', async () => {
    const { revision } = await admin.call(readAppForm, form);
    const body = { revision, values: { margin: 20 }, backend: address };
    const both = await Promise.allSettled([
      admin.call(saveAppForm, { ...form, body }),
      admin.call(saveAppForm, { ...form, body }),
    ]);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CHANGED' } });
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(planner.call(saveAppForm, { ...form, body })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(callAs(admin, await tokenOf(admin, id), saveAppForm, { ...form, body })).rejects.toMatchObject({
      code: 'SCOPE',
    });
    expect((await (await server.client('admin2')).call(readAppForm, form)).revision).toBe(0);
  });
});

describe('the server of a vendor', () => {
  it('is told for whom it is called, signed, and nothing else of the browser', async () => {
    asked = [];
    expect(await get('quotes/12?full=1')).toEqual({
      status: 200,
      contentType: 'application/json',
      body: { price: 12 },
    });
    const sent = { params: { id, path: 'quotes' }, body: { value: { parts: [1] } } };
    await callAs(planner, token, calls.backendPost, sent);
    expect(asked.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['GET', '/api/quotes/12?full=1', ''],
      ['POST', '/api/quotes', '{"parts":[1]}'],
    ]);
    const headers = asked[0]?.headers ?? {};
    expect(Object.keys(headers).sort()).toEqual(
      ['accept', 'accept-encoding', 'authorization', 'connection', 'host', 'x-app-secrets'].sort(),
    );
    expect(JSON.parse(Buffer.from(String(headers['x-app-secrets']), 'base64url').toString())).toEqual({
      key: 'sk_nesting_1',
    });

    const [head = '', claims = '', signature = ''] = String(headers.authorization).replace('Bearer ', '').split('.');
    const { keys } = await planner.call(calls.appKeys, {});
    const [jwk] = keys;
    if (!jwk) throw new Error('There is no key.');
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    expect(verify(null, Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, 'base64url'))).toBe(true);
    expect(JSON.parse(Buffer.from(head, 'base64url').toString())).toMatchObject({ alg: 'EdDSA', kid: jwk.kid });
    const said = JSON.parse(Buffer.from(claims, 'base64url').toString());
    expect(said).toMatchObject({
      aud: id,
      sub: String(server.world.users['planner@demo.example']),
      facility: server.world.rootFacilityId,
      version: '1.0.0',
      scopes: ['orders:read'],
    });
    expect(said.exp - said.iat).toBe(60);
  });

  it('answers with data alone: no page, no cookie and no header of it reaches the browser', async () => {
    const response = await planner.fetch(`/api/v1/apps/${id}/backend/page`, { headers: { 'x-plugin-token': token } });
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect([
      response.headers.get('x-own'),
      response.headers.getSetCookie().some((one) => one.startsWith('a=')),
    ]).toEqual([null, false]);
    expect(await response.json()).toEqual({ status: 200, contentType: 'text/html', body: '<script>alert(1)</script>' });
    expect((await get('missing')).status).toBe(404);
  });

  it('leads nowhere else, by a redirect neither, and its answers have an end', async () => {
    asked = [];
    expect(await get('away')).toMatchObject({ status: 302, body: '' });
    expect(asked).toHaveLength(1);
    const large = { code: 'UNAVAILABLE', details: { said: { key: 'host.app.backendSilent' } } };
    await expect(get('large')).rejects.toMatchObject(large);
    const body = { value: 'x'.repeat(calls.backendLimits.requestBytes) };
    const sent = callAs(planner, token, calls.backendPost, { params: { id, path: 'quotes' }, body });
    await expect(sent).rejects.toMatchObject({ code: 'TOO_LARGE' });
  });

  it.each(['http://127.0.0.2/', 'https://10.0.0.1/', 'http://8.8.8.8/', 'https://[::1]/', 'https://0x7f000002/'])(
    'is not called in a network of its own: %s',
    async (forbidden) => {
      await save({ backend: forbidden });
      await expect(get('x')).rejects.toMatchObject({
        code: 'NOT_POSSIBLE',
        details: { said: { key: 'host.app.backendForbidden' } },
      });
      await save({});
    },
  );

  it('is not called inside by what plugin.json says either', async () => {
    const own = await tokenOf(planner, inside);
    await expect(get('latest/meta-data', inside, own)).rejects.toMatchObject({ code: 'NOT_POSSIBLE' });
  });

  it('keeps a request below its address', () => {
    const base = new URL('https://vendor.example/api');
    expect(below(base, 'a/b?c=1')?.href).toBe('https://vendor.example/api/a/b?c=1');
    for (const path of ['../admin', 'a/../../admin', '%2e%2e/admin', 'a/%2e%2e/%2E./x', '..%2fadmin', '%5c..%5cadmin'])
      expect([path, below(base, path)]).toEqual([path, null]);
  });

  it('is out of reach of other plugins, and takes no address that is none', async () => {
    await expect(get('x', inside)).rejects.toMatchObject({ code: 'SCOPE' });
    for (const bad of ['ftp://vendor.example', 'https://a:b@vendor.example', 'nonsense', 'https://vendor.example/?a=1'])
      await expect(save({ backend: bad })).rejects.toMatchObject({
        details: { fields: { backend: expect.any(String) } },
      });
  });
});

describe('the SDK', () => {
  const own = () =>
    appServices({ id, api: { ...planner, call: (call, input) => callAs(planner, token, call, input) } });

  it('gives a plugin its settings, its server and its documents', async () => {
    await save({ values: { margin: 33 } });
    const { settings, backend: nesting, storage } = own();
    const schema = z.object({ margin: z.number(), currency: z.enum(['EUR', 'USD']) });
    expect(await settings.read(schema)).toEqual({ margin: 33, currency: 'EUR' });
    const response = z.object({ price: z.number() });
    expect(await nesting.call('POST', 'quotes?full=1', { body: { parts: 1 }, response })).toEqual({ price: 12 });
    await expect(nesting.call('GET', 'missing', { response })).rejects.toMatchObject({
      name: 'BackendRefusal',
      status: 404,
      body: { price: 12 },
    });

    const due = z.object({ due: z.string() });
    expect(await storage.facility.get('machines/1', due)).toBeNull();
    const { revision } = await storage.facility.put('machines/1', { due: 'now' }, { revision: 0 });
    await storage.facility.put('machines/1', { due: 'later' }, { revision });
    await expect(storage.facility.put('machines/1', {}, { revision })).rejects.toMatchObject({
      name: 'DocumentChanged',
      current: { value: { due: 'later' } },
    });
    const { documents, next } = await storage.facility.list(due, { prefix: 'machines/' });
    expect([documents.map(({ value }) => value), next]).toEqual([[{ due: 'later' }], null]);
    await storage.facility.delete('machines/1');
    expect(await storage.use()).toMatchObject({ documents: 0, bytes: 0 });
  });
});

it('an event of a plugin’s own is one that it has declared', async () => {
  const publish = (type: string, payload: unknown = {}) =>
    callAs(planner, token, calls.publishEvent, { params: { id }, body: { type, payload } });
  await publish(`${id}.done`, { part: 7 });
  await expect(publish('order.changed')).rejects.toMatchObject({ code: 'SCOPE' });
  await expect(publish(`${id}.done`, 'x'.repeat(4000))).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  const row = await server.services.db
    .withTables<{ outbox_event: { type: string; payload: unknown; facility_ids: number[]; sequence: number } }>()
    .selectFrom('outbox_event')
    .select(['payload', 'facility_ids'])
    .where('type', '=', 'app.event')
    .executeTakeFirst();
  expect(row).toEqual({
    payload: { plugin: id, type: `${id}.done`, payload: { part: 7 } },
    facility_ids: [server.world.rootFacilityId],
  });
});
