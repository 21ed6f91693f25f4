import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { themes } from '@sinter/sdk/contract/host/appearance';
import { readManifest } from '@sinter/sdk/contract/host/modules';
import { registryChanged } from '@sinter/sdk/contract/host/events';
import { pushedEvents } from '@sinter/sdk/contract/host/push';
import {
  pageAnswersId,
  pageAnswersSchema,
  type PageAnswer,
  type PageAnswers,
} from '@sinter/sdk/contract/host/pageAnswers';
import { fetchToken, getUser, loginSsoConfig, sessionUserSchema } from '@sinter/sdk/contract/host/session';
import { embeddingId, embeddingSchema } from '#registry/embed';
import { appManifestPath, keepHeader, keptFilesId, keptPlace, workerPath } from '#registry/kept';
import { frameOptions, framePolicy, pagePolicy } from '../http/headers.ts';
import { startSamlIdp } from '../../../tests/idp/saml.ts';
import { connect } from '../sso/testing.ts';
import { type TestClient, type TestServer, testServer } from '../testing.ts';

const intranet = 'https://intranet.example';
const folder = mkdtempSync(join(tmpdir(), 'web-'));
let server: TestServer;
beforeAll(async () => {
  const host = { entry: '@sinter/host/shell', styles: [], scripts: [], app: [] };
  const system = { address: '/assets/system-1.js', integrity: 'sha384-x' };
  const index = { base: '/assets/', system, hosts: { shell: host, minimal: host }, plugins: {}, pages: {} };
  writeFileSync(join(folder, 'index.json'), JSON.stringify(index));
  writeFileSync(
    join(folder, 'importmap.json'),
    JSON.stringify({ imports: {}, integrity: {}, depcache: {}, packs: {} }),
  );
  writeFileSync(join(folder, 'embed.js'), 'void 0;');
  writeFileSync(join(folder, 'worker.js'), 'void 0;');
  server = await testServer({ plugins: [], webDir: folder, embedOrigins: [intranet, 'http://erp.example:8443'] });
}, 60_000);
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const block = new RegExp(`<script type="application/json" id="${pageAnswersId}">(.*?)</script>`);
const pageOf = (client: TestClient, headers: Record<string, string>) => client.fetch('/service-provider', { headers });

async function blockOf(client: TestClient, dest = 'document', more = {}): Promise<PageAnswers> {
  const html = await (await pageOf(client, { 'sec-fetch-dest': dest, ...more })).text();
  return pageAnswersSchema.parse(JSON.parse(block.exec(html)?.[1] ?? ''));
}
const answersOf = async (client: TestClient, dest = 'document', more = {}): Promise<readonly PageAnswer[]> =>
  (await blockOf(client, dest, more)).answers;
const statuses = (answers: readonly PageAnswer[]) =>
  Object.fromEntries(answers.map(({ url, status }) => [url, status]));

it('a page brings the answers of its first calls, each as its reader would have got it', async () => {
  const planner = await server.client('planner');
  const answers = await answersOf(planner);
  const user = answers.find(({ url }) => url === getUser.path);
  expect(sessionUserSchema.parse(JSON.parse(user?.text ?? ''))).toEqual(await planner.call(getUser, {}));
  const manifest = answers.find(({ url }) => url === readManifest.path);
  expect(manifest?.text).toBe(await (await planner.fetch(readManifest.path)).text());
});

it('somebody who is not signed in gets what is public, and that nobody is signed in', async () => {
  const answers = statuses(await answersOf(await server.client()));
  expect(answers).toMatchObject({ [themes.path]: 200, [getUser.path]: 401 });
  expect(answers).not.toHaveProperty(fetchToken.path);
  expect(answers).not.toHaveProperty(readManifest.path);
});

it('behind a proxy the sign-in page is told what belongs to the address that people see', async () => {
  const saml = await startSamlIdp([]);
  await connect(server, { authType: 'SAML', metadata: saml.metadata, siteDomain: 'parts.example' });
  await saml.stop();
  const stranger = await server.client();
  const answers = await answersOf(stranger, 'document', { 'x-forwarded-host': 'parts.example' });
  expect(answers.find(({ url }) => url === loginSsoConfig.path)?.text).toContain('SAML');
  const elsewhere = await answersOf(stranger);
  expect(elsewhere.find(({ url }) => url === loginSsoConfig.path)?.text).not.toContain('SAML');
});

it('somebody who has to do something first gets no more than the calls would say', async () => {
  const answers = statuses(await answersOf(await server.client('unverified')));
  expect(answers).toMatchObject({ [getUser.path]: 200 });
  expect(answers).not.toHaveProperty(readManifest.path);
});

it('a page knows the last event before its answers, so that its stream tells what it missed', async () => {
  const { rootFacilityId: facilityId } = server.world;
  const planner = await server.client('planner');
  const { since } = await blockOf(planner);
  await server.services.write((unit) => unit.emit(registryChanged, { facilityId }, { facilityIds: [facilityId] }));
  const stream = await planner.fetch(`${pushedEvents.path}?since=${since}`);
  let told = '';
  for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    told += chunk;
    if (told.includes('event: registry.changed')) break;
  }
  expect(told).not.toContain('stream.reset');
  for (const name of ['unverified', undefined]) expect((await blockOf(await server.client(name))).since).toBeNull();
});

it('only an opened document has answers, and nobody keeps them', async () => {
  const planner = await server.client('planner');
  for (const dest of ['empty', 'script', 'image', 'iframe', 'embed'])
    expect(await answersOf(planner, dest)).toEqual([]);
  const page = await pageOf(planner, { 'sec-fetch-dest': 'document' });
  expect(page.headers.get('cache-control')).toBe('no-store');
});

it('what people call themselves cannot end the data block', async () => {
  const planner = await server.client('planner');
  const html = await (await pageOf(planner, { 'sec-fetch-dest': 'document' })).text();
  expect(block.exec(html)?.[1]).not.toContain('<');
});

it('a page whose address ends in an id with a dot opens by it; a file that is not there does not', async () => {
  const planner = await server.client('planner');
  const status = async (path: string, accept: string) => (await planner.fetch(path, { headers: { accept } })).status;
  const document = 'text/html,application/xhtml+xml,*/*;q=0.8';
  expect(await status('/apps/acme.hello', document)).toBe(200);
  expect(await status('/apps/acme.hello/parts/7', document)).toBe(200);
  expect(await status('/service-provider/app-marketplace/acme.hello', document)).toBe(200);
  expect(await status('/robots.txt', '*/*')).toBe(404);
});

const framing = ({ headers }: Response) => [
  /frame-ancestors [^;]*/.exec(headers.get('content-security-policy') ?? '')?.[0],
  headers.get('x-frame-options'),
];

it('pages of others may show embed documents where the operator names them, and nothing else', async () => {
  for (const client of [await server.client('planner'), await server.client()]) {
    const of = async (path: string) => framing(await client.fetch(path));
    const named = [`frame-ancestors ${intranet} http://erp.example:8443`, null];
    expect(await of('/embed/acme.plates/apps/acme.plates')).toEqual(named);
    expect(await of('/embed/grabcad')).toEqual(named);
    const pages = ['/', '/custom-login', '/service-provider', '/grabcad/grabcad-select-parts', '/embed-sign-in'];
    for (const path of [...pages, '/apps/acme.plates/plates', '/embed/', '/embedded/plates'])
      expect([path, ...(await of(path))]).toEqual([path, "frame-ancestors 'self'", 'SAMEORIGIN']);
    for (const path of [readManifest.path, '/embed/embed.js', '/assets/none.js'])
      expect([path, (await of(path))[0]]).toEqual([path, "frame-ancestors 'none'"]);
  }
});

it('without a word of the operator nobody shows an embed document', () => {
  const policy = pagePolicy({ nonce: 'x', origin: server.url, trayTool: false, embeddedBy: [] });
  expect(policy).toContain("frame-ancestors 'none'");
  expect(frameOptions([])).toEqual({ 'X-Frame-Options': 'DENY' });
  expect(framePolicy('x')).toContain("frame-ancestors 'self'");
});

it('an embed document knows who may be around it; its script is for every site', async () => {
  const planner = await server.client('planner');
  const html = await (await planner.fetch('/embed/acme.plates')).text();
  const found = new RegExp(`id="${embeddingId}">(.*?)</script>`).exec(html)?.[1];
  expect(embeddingSchema.parse(JSON.parse(found ?? ''))).toEqual({ ancestors: [intranet, 'http://erp.example:8443'] });
  const script = await planner.fetch('/embed/embed.js');
  expect(script.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(script.headers.get('content-type')).toContain('text/javascript');
});

it('the tab that signs in for a frame keeps what has opened it, and no other page does', async () => {
  const client = await server.client();
  const opener = async (path: string) => (await client.fetch(path)).headers.get('cross-origin-opener-policy');
  expect(await opener('/embed-sign-in')).toBe('unsafe-none');
  for (const path of ['/custom-login', '/embed/acme.plates', '/grabcad-login', '/embed-sign-in/more'])
    expect([path, await opener(path)]).toEqual([path, 'same-origin']);
});

it('the worker reaches this server alone, and no page beyond its own; what installs it is of the site', async () => {
  const planner = await server.client('planner');
  const worker = await planner.fetch(workerPath);
  expect(worker.headers.get('service-worker-allowed')).toBe(keptPlace);
  expect(worker.headers.get('content-security-policy')).toBe("default-src 'none'; connect-src 'self'");
  expect(worker.headers.get('cache-control')).toBe('no-cache');
  const app: unknown = await (await planner.fetch(appManifestPath)).json();
  expect(app).toMatchObject({ start_url: keptPlace, scope: keptPlace });
});

it('a document to keep is given to the page itself, without a token', async () => {
  const planner = await server.client('planner');
  const urlsOf = async (headers: Record<string, string>) => {
    const html = await (await planner.fetch(keptPlace, { headers })).text();
    // This server has no plugin with such a page.
    expect(html).not.toContain(keptFilesId);
    return pageAnswersSchema.parse(JSON.parse(block.exec(html)?.[1] ?? '')).answers.map(({ url }) => url);
  };
  const kept = await urlsOf({ [keepHeader]: '1', 'sec-fetch-site': 'same-origin' });
  expect(kept).toContain(getUser.path);
  expect(kept).not.toContain(fetchToken.path);
  expect(await urlsOf({ [keepHeader]: '1', 'sec-fetch-site': 'cross-site' })).toEqual([]);
  expect(await urlsOf({ 'sec-fetch-site': 'same-origin' })).toEqual([]);
});
