import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CallError } from '@sinter/sdk/contract';
import {
  decideClearance,
  listClearances,
  ownClearance,
  readExportPolicy,
  releaseFile,
  saveExportPolicy,
  stateUsPerson,
} from '@sinter/sdk/contract/host/exportControl';
import { fileDtoSchema } from '@sinter/sdk/contract/host/files';
import { storedFiles } from '@sinter/sdk/server';
import { hostDb } from '../allTables.ts';
import { type TestClient, type TestServer, testServer } from '../testing.ts';

const nextYear = new Date(Date.now() + 300 * 86_400_000).toISOString().slice(0, 10);
const us = { basis: 'CITIZEN', confirmed: true } as const;

let server: TestServer;
let buyer: TestClient;
let officer: TestClient;
let planner: TestClient;
beforeAll(async () => {
  server = await testServer({ worker: true });
  await named(server, 'legal');
  [buyer, officer, planner] = await Promise.all([
    server.client('buyer'),
    server.client('legal'),
    server.client('planner'),
  ]);
});
afterAll(() => server.stop());

/** Makes somebody of the demo facility an export-control officer. */
const named = (on: TestServer, account: string) =>
  sql`update membership set member_roles = member_roles || '{ITAR_ADMIN}' where user_id = ${
    on.world.users[`${account}@demo.example`]
  }`.execute(on.services.db);

const userId = (account: string): number => server.world.users[`${account}@demo.example`] ?? 0;
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof CallError ? error.code : String(error)),
  );
const fields = (promise: Promise<unknown>) =>
  promise.then(
    () => [],
    (error: unknown) => (error instanceof CallError ? Object.keys(error.fields) : []),
  );

/** A controlled upload of the buyer that the demo facility was given. */
async function sharedFile(content = randomBytes(2000)) {
  const response = await buyer.send('/api/v1/files', 'wing.stl', content, { itar: 'true' });
  const file = fileDtoSchema.parse(await response.json());
  const files = server.services.get(storedFiles);
  await server.services.write((unit) => files.share(unit, [file.id], { facilityIds: [server.world.rootFacilityId] }));
  const sha256 = (await files.byId(file.id))?.sha256 ?? '';
  return { ...file, content, sha256 };
}
const inStore = (store: 'files' | 'controlled', sha256: string) =>
  existsSync(join(server.dataDir, store, sha256.slice(0, 2), sha256));

const enable = (networks: string[] = []) => officer.call(saveExportPolicy, { body: { enabled: true, networks } });
const verify = (account: string) =>
  officer.call(decideClearance, {
    params: { userId: userId(account) },
    body: { decision: 'VERIFY', expiresOn: nextYear },
  });

describe('an export-controlled file', () => {
  it('is opened by nobody for a function alone', async () => {
    const { fileURL } = await sharedFile();
    const statuses = await Promise.all(
      [await server.client('admin'), officer, planner].map(async (client) => (await client.fetch(fileURL)).status),
    );
    expect(statuses).toEqual([403, 403, 403]);
  });

  it('is opened by who stated, was verified, and works where such work is done; every decision is written down', async () => {
    const { fileURL, content, id } = await sharedFile();
    expect((await planner.call(ownClearance, {})).status).toBe('NONE');
    expect((await planner.call(stateUsPerson, { body: us })).status).toBe('STATED');
    expect((await planner.fetch(fileURL)).status).toBe(403);
    expect(await verify('planner')).toMatchObject({ status: 'VERIFIED', expiresOn: nextYear });
    expect((await planner.fetch(fileURL)).status).toBe(403);
    await enable();
    expect(await planner.call(ownClearance, {})).toMatchObject({ status: 'VERIFIED', enabled: true });
    const opened = await planner.fetch(fileURL);
    expect(Buffer.from(await opened.arrayBuffer()).equals(content)).toBe(true);
    expect(opened.headers.get('cache-control')).toBe('no-store');
    expect(await written('planner', id)).toEqual([
      'file.controlled_refused',
      'file.controlled_refused',
      'file.controlled_read',
    ]);
  });

  it('is shut again at once: a ticket given before opens nothing after', async () => {
    const { id, fileURL } = await sharedFile();
    const { headers } = await planner.fetch(fileURL, { redirect: 'manual' });
    const ticket = headers.get('location') ?? '';
    expect(ticket).toMatch(/^\/api\/v1\/controlled-files\/v1\./);
    expect((await fetch(server.url + ticket)).status).toBe(200);
    const changed = ticket.slice(0, -3) + (ticket.endsWith('AAA') ? 'BBB' : 'AAA');
    expect((await fetch(server.url + changed)).status).toBe(404);
    await officer.call(decideClearance, {
      params: { userId: userId('planner') },
      body: { decision: 'REVOKE', reason: 'Left the programme' },
    });
    expect((await fetch(server.url + ticket)).status).toBe(403);
    expect(await written('planner', id)).toEqual(['file.controlled_read', 'file.controlled_refused']);
    expect((await planner.fetch(fileURL)).status).toBe(403);
    await verify('planner');
    expect((await fetch(server.url + ticket)).status).toBe(200);
  });

  it('is opened from the networks of the enterprise only', async () => {
    const { fileURL } = await sharedFile();
    expect(await fields(enable(['203.0.113.0/24']))).toEqual(['networks']);
    await enable(['127.0.0.0/8', '::1/128']);
    expect((await planner.fetch(fileURL)).status).toBe(200);
    const away = { headers: { 'x-forwarded-for': '198.51.100.7' } };
    expect((await planner.fetch(fileURL, away)).status).toBe(403);
    await enable();
  });

  it('is opened by nobody of an enterprise that no longer does such work', async () => {
    const { fileURL } = await sharedFile();
    await officer.call(saveExportPolicy, { body: { enabled: false, networks: [] } });
    expect((await planner.fetch(fileURL)).status).toBe(403);
    await enable();
    expect((await planner.fetch(fileURL)).status).toBe(200);
  });

  it('and all that was made of it leaves the store of its own when an officer of its owner, who is cleared, releases it', async () => {
    const { id, sha256 } = await sharedFile();
    expect([inStore('controlled', sha256), inStore('files', sha256)]).toEqual([true, false]);
    const release = (by: TestClient) =>
      code(by.call(releaseFile, { params: { fileId: id }, body: { reason: 'Public drawing' } }));
    await named(server, 'engineer');
    const own = await server.client('engineer');
    expect(await release(own)).toBe('EXPORT_CONTROLLED');
    expect(await written('engineer', id)).toEqual(['file.controlled_refused']);
    await named(server, 'buyeradmin');
    const colleague = await server.client('buyeradmin');
    await clear('engineer', own, colleague);
    expect((await colleague.fetch(`/api/v1/files/${id}/content`)).status).toBe(403);

    // An officer of the facility that it was given to may read it, and decides nothing about it.
    await clear('legal', officer, await secondOfficer());
    expect((await officer.fetch(`/api/v1/files/${id}/content`)).status).toBe(200);
    expect(await release(officer)).toBe('NOT_FOUND');
    expect(inStore('controlled', sha256)).toBe(true);

    const released = await own.call(releaseFile, { params: { fileId: id }, body: { reason: 'Public drawing' } });
    expect(released).toEqual({ released: 1 });
    await expect
      .poll(() => [inStore('controlled', sha256), inStore('files', sha256)], { timeout: 10_000 })
      .toEqual([false, true]);
    expect((await (await server.client('admin')).fetch(`/api/v1/files/${id}/content`)).status).toBe(200);
  });

  it('that was made of several is released after them', async () => {
    await named(server, 'engineer');
    const own = await server.client('engineer');
    const [one, other] = [await sharedFile(), await sharedFile()];
    const files = server.services.get(storedFiles);
    const { sha256 = '', size = 0 } = (await files.byId(one.id)) ?? {};
    const packed = await server.services.write((unit) =>
      files.add(unit, {
        sha256,
        size,
        fileName: 'packed.stl',
        controlled: true,
        createdBy: null,
        owner: { companyId: server.world.buyerCompanyId },
        sourceFileIds: [one.id, other.id],
      }),
    );
    const release = (fileId: number) =>
      code(own.call(releaseFile, { params: { fileId }, body: { reason: 'Public drawing' } }));
    expect(await release(one.id)).toBe('done');
    expect(await release(packed.id)).toBe('CONFLICT');
    expect((await files.byId(packed.id))?.controlled).toBe(true);
    expect(await release(other.id)).toBe('done');
    expect(await release(packed.id)).toBe('done');
    expect((await files.byId(packed.id))?.controlled).toBe(false);
  });

  it('becomes one with all that was made of it when an order says so', async () => {
    const content = randomBytes(2000);
    const response = await buyer.send('/api/v1/files', 'late.stl', content);
    const file = fileDtoSchema.parse(await response.json());
    const files = server.services.get(storedFiles);
    const { sha256 = '' } = (await files.byId(file.id)) ?? {};
    await server.services.write((unit) => files.restrict(unit, [file.id]));
    await expect
      .poll(() => [inStore('controlled', sha256), inStore('files', sha256)], { timeout: 10_000 })
      .toEqual([true, false]);
    const again = await buyer.fetch(file.fileURL);
    expect(Buffer.from(await again.arrayBuffer()).equals(content)).toBe(true);
    expect((await (await server.client('buyeradmin')).fetch(file.fileURL)).status).toBe(403);
  });
});

async function clear(account: string, client: TestClient, decider: TestClient): Promise<void> {
  await client.call(stateUsPerson, { body: us });
  await decider.call(saveExportPolicy, { body: { enabled: true, networks: [] } });
  await decider.call(decideClearance, {
    params: { userId: userId(account) },
    body: { decision: 'VERIFY', expiresOn: nextYear },
  });
}

/** What the audit says of somebody and a file. */
async function written(account: string, fileId: number): Promise<string[]> {
  const entries = await hostDb(server.services.db)
    .selectFrom('audit_entry')
    .select('action')
    .where('object_kind', '=', 'FILE')
    .where('object_id', '=', String(fileId))
    .where('user_id', '=', userId(account))
    .orderBy('id')
    .execute();
  return entries.map(({ action }) => action);
}

async function secondOfficer(): Promise<TestClient> {
  await named(server, 'finance');
  return server.client('finance');
}

describe('who is cleared', () => {
  it('is decided by somebody else, for two years at most', async () => {
    const second = await secondOfficer();
    await second.call(stateUsPerson, { body: us });
    const self = second.call(decideClearance, {
      params: { userId: userId('finance') },
      body: { decision: 'VERIFY', expiresOn: nextYear },
    });
    expect(await code(self)).toBe('FORBIDDEN');
    const late = officer.call(decideClearance, {
      params: { userId: userId('finance') },
      body: { decision: 'VERIFY', expiresOn: '2099-01-01' },
    });
    expect(await fields(late)).toEqual(['expiresOn']);
    const { content, totalElements } = await officer.call(listClearances, { query: {} });
    expect(content[0]).toMatchObject({ userId: userId('finance'), status: 'STATED' });
    expect(totalElements).toBe(content.length);
  });

  it('is seen and decided inside the own enterprise only', async () => {
    const company = await server.client('buyeradmin');
    const { content } = await company.call(listClearances, { query: {} });
    expect(content.map((person) => person.userId)).toEqual([userId('engineer')]);
    const foreign = company.call(decideClearance, {
      params: { userId: userId('planner') },
      body: { decision: 'REVOKE', reason: 'Not mine' },
    });
    expect(await code(foreign)).toBe('NOT_FOUND');
    expect(await code(planner.call(readExportPolicy, {}))).toBe('FORBIDDEN');
  });
});

it('an address of its own serves controlled contents, and nothing else', async () => {
  const apart = await testServer({ controlledUrl: 'http://controlled.example' });
  try {
    const client = await apart.client('buyer');
    const file = fileDtoSchema.parse(await (await client.send('/api/v1/files', 'a.stl', 'x', { itar: 'true' })).json());
    const { headers } = await client.fetch(file.fileURL, { redirect: 'manual' });
    const { host, pathname } = new URL(headers.get('location') ?? '');
    expect(host).toBe('controlled.example');
    expect(await statusAt(apart.url, host, pathname)).toBe(200);
    expect(await statusAt(apart.url, host, '/api/v1/users/getUser')).toBe(404);
    expect(await statusAt(apart.url, host, '/custom-login')).toBe(404);
    expect((await fetch(apart.url + pathname)).status).toBe(404);
  } finally {
    await apart.stop();
  }
});

const statusAt = (url: string, host: string, path: string): Promise<number | undefined> =>
  new Promise((answered, failed) => {
    request(url + path, { headers: { host } }, (response) => {
      response.resume();
      answered(response.statusCode);
    })
      .on('error', failed)
      .end();
  });
