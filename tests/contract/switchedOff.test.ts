import plugins from 'virtual:plugin-servers';
import { listMaterials } from '@sinter/sdk/contract/catalog/catalog';
import { addComment, listComments } from '@sinter/sdk/contract/comments/comments';
import { trayKey } from '@sinter/sdk/contract/grabcad/tray';
import { switchModule } from '@sinter/sdk/contract/host/modules';
import { readOrder } from '@sinter/sdk/contract/orders/orders';
import { createProject, readProject, searchProjects } from '@sinter/sdk/contract/projects/projects';
import { listFormats } from '@sinter/sdk/contract/preparation/fileOperations';
import { listPriorities } from '@sinter/sdk/contract/scheduling/priorities';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../host/server/testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ plugins, demo: true });
});
afterAll(() => server.stop());

type Client = Awaited<ReturnType<TestServer['client']>>;
const threads = { objectKind: 'RFQ_ORDER' as const, objectId: 3 };
const switchTo = (admin: Client, id: string, enabled: boolean) =>
  admin.call(switchModule, { params: { id }, body: { enabled } });

/** One call of each module. */
const calls: Record<string, (client: Client) => Promise<unknown>> = {
  preparation: (client) => client.call(listFormats, {}),
  catalog: (client) => client.call(listMaterials, { query: {} }),
  orders: (client) => client.call(readOrder, { params: { id: 3 } }),
  comments: (client) => client.call(listComments, { query: threads }),
  scheduling: (client) => client.call(listPriorities, {}),
  grabcad: (client) => client.call(trayKey, {}),
  projects: (client) => client.call(searchProjects, { query: {}, body: {} }),
};

async function answering(client: Client): Promise<string[]> {
  const answers = await Promise.allSettled(Object.values(calls).map((ask) => ask(client)));
  for (const answer of answers) {
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'MODULE_OFF', status: 404 });
  }
  return Object.keys(calls).filter((_id, at) => answers[at]?.status === 'fulfilled');
}

it.each([
  ['preparation', ['comments']],
  ['catalog', ['preparation', 'comments']],
  ['orders', ['preparation', 'catalog', 'comments']],
  ['comments', ['preparation', 'catalog', 'orders', 'scheduling', 'grabcad', 'projects']],
  ['scheduling', ['preparation', 'catalog', 'orders', 'comments', 'projects']],
  ['grabcad', ['preparation', 'catalog', 'orders', 'comments', 'scheduling', 'projects']],
  ['projects', ['preparation', 'catalog', 'orders', 'comments', 'scheduling', 'grabcad']],
])('a facility without %s has what does not need it, and all of it again afterwards', async (id, others) => {
  const [admin, elsewhere] = await Promise.all([server.client('admin'), server.client('admin2')]);
  await switchTo(admin, id, false);
  expect(await answering(admin)).toEqual(others);
  await expect(calls['preparation']?.(elsewhere)).resolves.toBeDefined();
  await switchTo(admin, id, true);
  expect(await answering(admin)).toEqual(Object.keys(calls));
});

it('a shop without projects keeps them, for its people and for buyers', async () => {
  const [admin, buyer] = await Promise.all([server.client('admin'), server.client('buyer')]);
  const { id } = await admin.call(createProject, {
    body: { eventId: crypto.randomUUID(), name: 'Kept', partnerId: null },
  });
  await switchTo(admin, 'projects', false);
  await expect(admin.call(readProject, { params: { id } })).rejects.toMatchObject({ code: 'MODULE_OFF' });
  await expect(buyer.call(searchProjects, { query: {}, body: {} })).rejects.toMatchObject({ code: 'MODULE_OFF' });
  await switchTo(admin, 'projects', true);
  expect((await admin.call(readProject, { params: { id } })).name).toBe('Kept');
});

it('a facility without comments keeps what was written', async () => {
  const admin = await server.client('admin');
  const body = { ...threads, eventId: crypto.randomUUID(), body: 'Please call.' };
  await admin.call(addComment, { body });
  await switchTo(admin, 'comments', false);
  await expect(admin.call(addComment, { body })).rejects.toMatchObject({ code: 'MODULE_OFF' });
  await switchTo(admin, 'comments', true);
  expect((await admin.call(listComments, { query: threads })).at(-1)?.body).toBe('Please call.');
});
