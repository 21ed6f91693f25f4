import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as jobEvents from '@sinter/sdk/contract/scheduling/events';
import { contractOf, type Refusal } from '@sinter/sdk/contract';
import { defineServer } from '@sinter/sdk/server';
import { switchFacility } from '@sinter/sdk/contract/host/account';
import { logout } from '@sinter/sdk/contract/host/session';
import { hostDb } from '../allTables.ts';
import { sessionsChanged } from '../events/outbox.ts';
import { type TestClient, type TestServer, testServer } from '../testing.ts';

/** Declares the event and does nothing else. */
const scheduling = defineServer({ id: 'scheduling', contract: contractOf(jobEvents), migrations: {}, setup() {} });

let here: TestServer;
let there: TestServer;
beforeAll(async () => {
  here = await testServer({ plugins: [scheduling] });
  there = await here.another();
});
afterAll(async () => {
  await there.stop();
  await here.stop();
});

interface Received {
  id: number;
  type: string;
  data: unknown;
}

/** An open stream as a browser reads it. */
async function listen(client: TestClient, lastEventId?: number, address = '/api/v1/events') {
  const abort = new AbortController();
  const headers = lastEventId === undefined ? undefined : { 'last-event-id': String(lastEventId) };
  const response = await client.fetch(address, { signal: abort.signal, headers });
  const events: Received[] = [];
  let ended = false;
  const read = async (): Promise<void> => {
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      const frames = text.split('\n\n');
      text = frames.pop() ?? '';
      for (const frame of frames) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1] ?? '';
        if (field('event'))
          events.push({ id: Number(field('id')), type: field('event'), data: JSON.parse(field('data')) });
      }
    }
  };
  void read()
    .catch(() => {})
    .finally(() => (ended = true));
  await expect.poll(() => events[0]?.type).toBe('stream.open');
  return {
    response,
    events,
    jobs: () => events.filter((event) => event.type === 'job.changed').map((event) => event.data),
    ended: () => ended,
    close: () => abort.abort(),
  };
}

const jobOf = (facilityId: number, jobId: number) => ({ jobId, facilityId, equipmentId: 1, status: 'QUEUED' });
const emit = (node: TestServer, facilityId: number, jobId: number): Promise<void> =>
  node.services.write((unit) =>
    unit.emit(jobEvents.jobChanged, jobOf(facilityId, jobId), { facilityIds: [facilityId] }),
  );

describe('pushed events', () => {
  it('reach the members of their facility on every node, and nobody else', async () => {
    const { rootFacilityId: root, secondFacilityId: second } = here.world;
    const clients = [
      await here.client('planner'),
      await there.client('admin'),
      await there.client('admin2'),
      await there.client('buyer'),
    ];
    const [planner, admin, lyon, buyer] = await Promise.all(clients.map((client) => listen(client)));
    await emit(here, root, 1);
    await emit(there, root, 2);
    await emit(here, second, 3);
    await expect.poll(() => planner?.jobs()).toEqual([jobOf(root, 1), jobOf(root, 2)]);
    await expect.poll(() => admin?.jobs()).toEqual([jobOf(root, 1), jobOf(root, 2)]);
    await expect.poll(() => lyon?.jobs()).toEqual([jobOf(second, 3)]);
    expect(buyer?.jobs()).toEqual([]);
    expect(planner?.response.headers.get('x-accel-buffering')).toBe('no');
    for (const stream of [planner, admin, lyon, buyer]) stream?.close();
  });

  it('are not sent when their transaction fails', async () => {
    const stream = await listen(await there.client('planner'));
    const root = here.world.rootFacilityId;
    const failing = here.services.write(async (unit) => {
      await unit.emit(jobEvents.jobChanged, jobOf(root, 10), { facilityIds: [root] });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await emit(here, root, 11);
    await expect.poll(stream.jobs).toEqual([jobOf(root, 11)]);
    stream.close();
  });

  it('are made up for after a broken connection, on whichever node', async () => {
    const root = here.world.rootFacilityId;
    const first = await listen(await here.client('planner'));
    await emit(here, root, 20);
    await expect.poll(first.jobs).toHaveLength(1);
    first.close();
    const last = first.events.at(-1)?.id ?? 0;
    for (const jobId of [21, 22, 23]) await emit(here, root, jobId);
    const again = await listen(await there.client('planner'), last);
    await emit(there, root, 24);
    await expect.poll(again.jobs).toEqual([21, 22, 23, 24].map((jobId) => jobOf(root, jobId)));
    again.close();
  });

  it('are made up for since a page was made, on whichever node, and since its last event when it comes back', async () => {
    const { rootFacilityId: root, secondFacilityId: second } = here.world;
    const made = await listen(await here.client('planner'));
    made.close();
    const address = `/api/v1/events?since=${made.events[0]?.id}`;
    await emit(here, root, 30);
    await emit(here, second, 31);
    await emit(there, root, 32);
    const page = await listen(await there.client('planner'), undefined, address);
    await expect.poll(page.jobs).toEqual([jobOf(root, 30), jobOf(root, 32)]);
    page.close();
    await emit(here, root, 33);
    const again = await listen(await here.client('planner'), page.events.at(-1)?.id, address);
    await expect.poll(again.jobs).toEqual([jobOf(root, 33)]);
    again.close();
  });

  it('miss none and repeat none while many are written at once', async () => {
    const root = here.world.rootFacilityId;
    const before = await listen(await here.client('planner'));
    const start = before.events[0]?.id ?? 0;
    const ids = Array.from({ length: 40 }, (_, index) => 100 + index);
    const writing = Promise.all(ids.map((jobId) => emit(jobId % 2 ? here : there, root, jobId)));
    const late = await listen(await there.client('planner'), start);
    await writing;
    for (const stream of [before, late]) {
      await expect.poll(() => stream.jobs().length).toBe(40);
      expect(new Set(stream.events.slice(1).map((event) => event.id)).size).toBe(40);
      stream.close();
    }
  });

  it('that cannot be made up for are said to be lost', async () => {
    const stream = await listen(await here.client('planner'), 9_000_000);
    await expect.poll(() => stream.events.map((event) => event.type)).toContain('stream.reset');
    stream.close();
  });

  it('end with the session', async () => {
    const client = await here.client('operator');
    const elsewhere = await there.client();
    for (const [name, value] of client.cookies) elsewhere.cookies.set(name, value);
    const streams = [await listen(client), await listen(elsewhere)];
    await client.call(logout, {});
    for (const stream of streams) await expect.poll(stream.ended, { timeout: 5_000 }).toBe(true);
  });

  it('end for somebody who is moved to another facility, or may no longer look into one', async () => {
    const { rootFacilityId: root, secondFacilityId: second, users } = here.world;
    const db = hostDb(here.services.db);
    const changed = (name: string) =>
      here.services.write((unit) => unit.emit(sessionsChanged, { userId: users[`${name}@demo.example`] ?? 0 }, {}));
    const mine = (name: string) =>
      db.updateTable('membership').where('user_id', '=', users[`${name}@demo.example`] ?? 0);

    const moved = await listen(await here.client('operator'));
    await mine('operator').set({ facility_id: second }).execute();
    await changed('operator');
    await expect.poll(moved.ended, { timeout: 5_000 }).toBe(true);
    await mine('operator').set({ facility_id: root }).execute();

    const overseer = await there.client('admin');
    await overseer.call(switchFacility, { params: { id: second } });
    const looking = await listen(overseer);
    await mine('admin')
      .set({ member_roles: ['SP_MANAGER'] })
      .execute();
    await changed('admin');
    await expect.poll(looking.ended, { timeout: 5_000 }).toBe(true);
    await mine('admin')
      .set({ member_roles: ['SP_SUPER_ADMIN'] })
      .execute();
  });

  it('are refused to somebody without a verified address', async () => {
    const response = await (await here.client('unverified')).fetch('/api/v1/events');
    const code: Refusal['code'] = 'EMAIL_NOT_VERIFIED';
    expect(await response.json()).toMatchObject({ code });
  });
});
