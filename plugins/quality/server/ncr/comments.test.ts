import { randomUUID } from 'node:crypto';
import { addComment, listComments } from '@sinter/sdk/contract/comments/comments';
import { listNotifications } from '@sinter/sdk/contract/host/notifications';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient, TestServer } from '../../../../host/server/testing.ts';
import { finishedBuild, floorTestServer } from '../../../production/server/floor/testing.ts';
import { clear, failure, mark } from '../../../scheduling/server/testing.ts';
import { ncrAs, raised, settle } from './testing.ts';

let server: TestServer;
let admin: TestClient;
let planner: TestClient;
beforeAll(async () => {
  server = await floorTestServer();
  await clear(server, 'admin');
  [admin, planner] = await Promise.all([server.client('admin'), server.client('planner')]);
});
afterAll(() => server.stop());

type Kind = 'QMS_NCR' | 'QMS_NCR_MRB';
const write = (client: TestClient, objectKind: Kind, objectId: number, body: string) =>
  client.call(addComment, { body: { objectKind, objectId, eventId: randomUUID(), body } });
const read = async (client: TestClient, objectKind: Kind, objectId: number) =>
  (await client.call(listComments, { query: { objectKind, objectId } })).map(({ body }) => body);

test('whoever sees a non-conformance writes on it, and only the board in its own thread', async () => {
  const ncr = await raised(planner, {}, { title: 'Powder is wet', affectedQuantity: 1 });
  await settle(admin, { rigor: 'FULL', boardRoles: ['SP_SUPER_ADMIN', 'SP_ADMIN'] });
  const written = await write(planner, 'QMS_NCR', ncr.id, 'Dried again');
  expect(written.visibility).toBe('INTERNAL');
  await write(admin, 'QMS_NCR', ncr.id, 'Thank you');
  expect(await read(planner, 'QMS_NCR', ncr.id)).toEqual(['Dried again', 'Thank you']);

  await write(admin, 'QMS_NCR_MRB', ncr.id, 'We scrap it');
  expect(await read(admin, 'QMS_NCR_MRB', ncr.id)).toEqual(['We scrap it']);
  expect([(await ncrAs(admin, ncr.id)).may.board, (await ncrAs(planner, ncr.id)).may.board]).toEqual([true, false]);
  expect((await failure(read(planner, 'QMS_NCR_MRB', ncr.id))).code).toBe('NOT_FOUND');
  expect((await failure(write(planner, 'QMS_NCR_MRB', ncr.id, 'Me too'))).code).toBe('NOT_FOUND');
});

test('nobody else reads them: customers, other facilities, people without the right to quality', async () => {
  const { lotId } = await finishedBuild(server, planner, 2);
  const ncr = await raised(planner, { lotId }, { affectedQuantity: 1, customerVisible: true });
  await write(planner, 'QMS_NCR', ncr.id, 'Between us');
  for (const name of ['buyer', 'operator', 'admin2'] as const) {
    const client = await server.client(name);
    for (const kind of ['QMS_NCR', 'QMS_NCR_MRB'] as const) {
      expect((await failure(read(client, kind, ncr.id))).code, `${name} ${kind}`).toBe('NOT_FOUND');
      expect((await failure(write(client, kind, ncr.id, 'x'))).code, `${name} ${kind}`).toBe('NOT_FOUND');
    }
  }
});

test('of an export-controlled order only the cleared read and write them', async () => {
  const { lotId, part } = await finishedBuild(server, planner, 2, { hours: 6 });
  const ncr = await raised(planner, { lotId }, { affectedQuantity: 1 });
  await write(planner, 'QMS_NCR', ncr.id, 'Before it was marked');
  await mark(server, part);
  expect(await read(admin, 'QMS_NCR', ncr.id)).toEqual(['Before it was marked']);
  expect((await failure(read(planner, 'QMS_NCR', ncr.id))).code).toBe('NOT_FOUND');
  expect((await failure(write(planner, 'QMS_NCR', ncr.id, 'x'))).code).toBe('NOT_FOUND');
});

test('those who take part are told of comments, and the board of what is written in its thread', async () => {
  await settle(admin, { rigor: 'FULL', boardRoles: ['SP_SUPER_ADMIN', 'SP_MANAGER'] });
  const ncr = await raised(planner, {}, { title: 'Sieve is torn', affectedQuantity: 1 });
  const heard = async (client: TestClient) =>
    (await client.call(listNotifications, { query: {} })).notifications
      .map(({ text }) => text)
      .filter((text) => text.includes(ncr.number) && text.includes('commented'));
  await write(admin, 'QMS_NCR', ncr.id, 'Since when?');
  expect(await heard(planner)).toEqual([`Ada Berger commented on ${ncr.number} Sieve is torn`]);
  expect(await heard(admin)).toEqual([]);
  await write(planner, 'QMS_NCR', ncr.id, 'Since Monday');
  expect(await heard(admin)).toEqual([`Paul Lindner commented on ${ncr.number} Sieve is torn`]);

  await write(planner, 'QMS_NCR_MRB', ncr.id, 'We scrap it');
  const toBoard = `Paul Lindner commented on ${ncr.number} Sieve is torn for the review board`;
  expect(await heard(admin)).toContain(toBoard);
  // Of the board, and had no part in the other talk.
  expect(await heard(await server.client('dual'))).toEqual([toBoard]);
  expect(await heard(await server.client('operator'))).toEqual([]);
  await settle(admin, { boardRoles: ['SP_SUPER_ADMIN'] });
  await write(admin, 'QMS_NCR_MRB', ncr.id, 'Agreed');
  expect((await heard(planner)).filter((text) => text.includes('board'))).toEqual([]);
});
