import plugins from 'virtual:plugin-servers';
import { addComment, listComments } from '@sinter/sdk/contract/comments/comments';
import { switchModule } from '@sinter/sdk/contract/host/modules';
import { readOrder } from '@sinter/sdk/contract/orders/orders';
import { expect, it } from 'vitest';
import { testServer } from '../../host/server/testing.ts';

it('a facility without comments has no threads, and its orders stay', async () => {
  const server = await testServer({ plugins, demo: true });
  try {
    const [admin, other] = await Promise.all([server.client('admin'), server.client('admin2')]);
    const order = { params: { id: 3 } };
    const query = { objectKind: 'RFQ_ORDER' as const, objectId: 3 };
    const body = { ...query, eventId: crypto.randomUUID(), body: 'Please call.' };
    const switchTo = (enabled: boolean) => admin.call(switchModule, { params: { id: 'comments' }, body: { enabled } });

    await admin.call(addComment, { body });
    await switchTo(false);
    const off = { code: 'MODULE_OFF', status: 404 };
    await expect(admin.call(listComments, { query })).rejects.toMatchObject(off);
    await expect(admin.call(addComment, { body })).rejects.toMatchObject(off);
    await expect(other.call(listComments, { query })).rejects.not.toMatchObject(off);
    expect(await admin.call(readOrder, order)).toMatchObject({ id: 3 });

    await switchTo(true);
    expect((await admin.call(listComments, { query })).at(-1)?.body).toBe('Please call.');
  } finally {
    await server.stop();
  }
}, 60_000);
