import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as calls from '@sinter/sdk/contract/apps/storage';
import { hostDb } from '../allTables.ts';
import { type TestClient, type TestServer, testServer } from '../testing.ts';
import { callAs, pluginsFolder, tokenOf } from './testing.ts';

const [mine, other, full] = ['acme.calendar', 'rival.calendar', 'acme.full'];

let plugins: Awaited<ReturnType<typeof pluginsFolder>>;
let server: TestServer;
let planner: TestClient;
let token: string;
beforeAll(async () => {
  plugins = await pluginsFolder([{ id: mine }, { id: other }, { id: full }]);
  server = await testServer({ pluginsDir: plugins.folder });
  planner = await server.client('planner');
  token = await tokenOf(planner, mine);
});
afterAll(async () => {
  await server.stop();
  await plugins.remove();
});

type Area = calls.StorageArea;
const at = (key: string, area: Area = 'facility', id = mine) => ({ id, area, key });
const put = (key: string, value: unknown, revision?: number, area: Area = 'facility') =>
  callAs(planner, token, calls.putDocument, { params: at(key, area), body: { value, revision } });

describe('documents of a plugin', () => {
  it('are read as they were stored, listed by the beginning of their keys, and deleted', async () => {
    const value = { due: '2026-12-01', parts: [1, 2.5, null, 'Düse'] };
    const stored = await put('machines/1', value);
    expect(await callAs(planner, token, calls.readDocument, { params: at('machines/1') })).toEqual({
      ...stored,
      value,
    });
    for (const key of ['machines/2', 'machines/10', 'machinesx', 'a']) await put(key, key);
    const list = (query: { prefix?: string; after?: string; limit?: number }) =>
      callAs(planner, token, calls.listDocuments, { params: { id: mine, area: 'facility' }, query });
    const first = await list({ prefix: 'machines/', limit: 2 });
    expect([first.documents.map(({ key }) => key), first.next]).toEqual([['machines/1', 'machines/10'], 'machines/10']);
    const rest = await list({ prefix: 'machines/', limit: 2, after: 'machines/10' });
    expect([rest.documents.map(({ key }) => key), rest.next]).toEqual([['machines/2'], null]);
    expect((await list({})).documents).toHaveLength(5);
    await callAs(planner, token, calls.deleteDocument, { params: at('machines/10'), query: {} });
    await expect(callAs(planner, token, calls.readDocument, { params: at('machines/10') })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('are not overwritten by somebody who has read an older one', async () => {
    const first = await put('shared', { by: 'first' }, 0);
    const second = await put('shared', { by: 'second' }, first.revision);
    const current = { key: 'shared', value: { by: 'second' }, revision: second.revision };
    await expect(put('shared', { by: 'late' }, first.revision)).rejects.toMatchObject({
      code: 'CHANGED',
      details: { current },
    });
    await expect(put('shared', {}, 0)).rejects.toMatchObject({ code: 'CHANGED' });
    const late = callAs(planner, token, calls.deleteDocument, {
      params: at('shared'),
      query: { revision: first.revision },
    });
    await expect(late).rejects.toMatchObject({ code: 'CHANGED', details: { current } });
    const both = await Promise.allSettled([put('shared', 'a', second.revision), put('shared', 'b', second.revision)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await callAs(planner, token, calls.deleteDocument, { params: at('shared'), query: {} });
    await expect(put('shared', 'again', second.revision)).rejects.toMatchObject({ details: { current: null } });
    expect((await put('shared', 'again', 0)).revision).toBeGreaterThan(second.revision);
  });

  it('are shared in the facility, or one person’s alone', async () => {
    const operator = await server.client('operator');
    const theirs = await tokenOf(operator, mine);
    await put('note', 'for all');
    await put('note', 'mine', undefined, 'person');
    const read = (area: Area) => callAs(operator, theirs, calls.readDocument, { params: at('note', area) });
    expect((await read('facility')).value).toBe('for all');
    await expect(read('person')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are out of reach of other plugins, other facilities and buyers', async () => {
    await put('secret', 'ours');
    const rival = await tokenOf(planner, other);
    await expect(callAs(planner, rival, calls.readDocument, { params: at('secret') })).rejects.toMatchObject({
      code: 'SCOPE',
      details: { said: { key: 'host.app.otherApp' } },
    });
    const own = { params: at('secret', 'facility', other) };
    await expect(callAs(planner, rival, calls.readDocument, own)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const lyon = await server.client('admin2');
    const there = callAs(lyon, await tokenOf(lyon, mine), calls.readDocument, { params: at('secret') });
    await expect(there).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const buyer = await server.client('buyer');
    const asked = callAs(buyer, await tokenOf(buyer, mine), calls.readDocument, { params: at('secret') });
    await expect(asked).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('are closed to whoever comes without the token of the plugin', async () => {
    await expect(planner.call(calls.readDocument, { params: at('secret') })).rejects.toMatchObject({
      code: 'SCOPE',
      details: { said: { key: 'host.app.tokenNeeded' } },
    });
  });
});

describe('what a plugin keeps', () => {
  it('is bounded: a gigabyte is refused before it is read, a document over 64 kB before it is stored', async () => {
    const path = `/api/v1/apps/${mine}/storage/facility/big`;
    const tooLarge = put('big', 'x'.repeat(calls.storageLimits.documentBytes));
    await expect(tooLarge).rejects.toMatchObject({
      code: 'TOO_LARGE',
      details: { said: { key: 'host.app.documentTooLarge' } },
    });
    let sent = 0;
    const megabyte = new Uint8Array(1024 * 1024).fill(0x20);
    const body = new ReadableStream<Uint8Array>({
      pull(stream) {
        if (sent === 1024) return stream.close();
        sent += 1;
        stream.enqueue(megabyte);
      },
    });
    const headers = { 'x-plugin-token': token, 'content-type': 'application/json' };
    const streamed: RequestInit & { duplex: 'half' } = { method: 'PUT', headers, body, duplex: 'half' };
    const answer = await planner.fetch(path, streamed).catch(() => null);
    if (answer) expect(answer.status).toBe(413);
    expect(sent).toBeLessThan(64);
    await expect(callAs(planner, token, calls.readDocument, { params: at('big') })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('is counted as it grows and shrinks', async () => {
    const use = () => callAs(planner, token, calls.storageUse, { params: { id: mine } });
    const before = await use();
    await put('counted', 'x'.repeat(998));
    await put('counted', 'x'.repeat(498));
    expect(await use()).toMatchObject({ documents: before.documents + 1, bytes: before.bytes + 500 });
    await callAs(planner, token, calls.deleteDocument, { params: at('counted'), query: {} });
    expect(await use()).toEqual(before);
    const db = hostDb(server.services.db);
    const { bytes } = await db
      .selectFrom('app_document')
      .select(({ fn }) => fn.sum<string>('bytes').as('bytes'))
      .where('plugin_id', '=', mine)
      .where('facility_id', '=', server.world.rootFacilityId)
      .executeTakeFirstOrThrow();
    expect(Number(bytes)).toBe(before.bytes);
  });

  it('ends at 10 MB and at 10,000 documents, and nobody else notices', async () => {
    const own = await tokenOf(planner, full);
    const store = (key: string, value: unknown) =>
      callAs(planner, own, calls.putDocument, { params: at(key, 'person', full), body: { value } });
    const row = hostDb(server.services.db).updateTable('app_storage').where('plugin_id', '=', full);
    await store('one', 'x'.repeat(1000));
    await row.set({ bytes: calls.storageLimits.bytes - 10 }).execute();
    await expect(store('two', 'x'.repeat(20))).rejects.toMatchObject({
      code: 'STORAGE_FULL',
      details: { said: { key: 'host.app.storageFull', params: { megabytes: 10 } } },
    });
    await store('one', 'less');
    await row.set({ bytes: 0, documents: calls.storageLimits.documents }).execute();
    await expect(store('two', '')).rejects.toMatchObject({
      code: 'STORAGE_FULL',
      details: { said: { key: 'host.app.tooManyDocuments' } },
    });
    await store('one', 'changed');
    await put('two', 'of the other plugin');
  });

  it('leaves as a file, or is deleted, by an administrator of the facility alone', async () => {
    const admin = await server.client('admin');
    const lyon = await server.client('admin2');
    const file = await (await admin.fetch(`/api/v1/apps/${mine}/data`)).json();
    expect(file).toMatchObject({
      plugin: mine,
      documents: expect.arrayContaining([expect.objectContaining({ key: 'note', value: 'mine' })]),
    });
    expect((await (await lyon.fetch(`/api/v1/apps/${mine}/data`)).json()).documents).toEqual([]);
    await expect(planner.call(calls.deleteAppData, { params: { id: mine } })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    expect(await lyon.call(calls.deleteAppData, { params: { id: mine } })).toEqual({ documents: 0 });
    expect((await admin.call(calls.deleteAppData, { params: { id: mine } })).documents).toBe(file.documents.length);
    const page = await callAs(planner, token, calls.listDocuments, {
      params: { id: mine, area: 'facility' },
      query: {},
    });
    expect(page.documents).toEqual([]);
    expect((await callAs(planner, token, calls.storageUse, { params: { id: mine } })).bytes).toBe(0);
  });
});
