import { randomUUID } from 'node:crypto';
import plugins from 'virtual:plugin-servers';
import { createJob, fileJobStatus, fireJobEvent, updateJob } from '@sinter/sdk/contract/scheduling/jobs';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testServer } from '../../../host/server/testing.ts';
import { takenOfFile } from './scheduled.ts';
import { draftOf, hoursAhead, machinesFor, orderedPart, schedulingTestServer } from './testing.ts';

test('orders know what a job takes when it is planned, changed, called off and brought back', async () => {
  const server = await schedulingTestServer();
  try {
    const planner = await server.client('planner');
    const part = await orderedPart(server, 5);
    const other = await orderedPart(server, 5);
    const [machine] = await machinesFor(server, part.process);
    if (!machine) throw new Error('No machine makes the part.');
    const left = async () =>
      (await planner.call(fileJobStatus, { body: [part.id, other.id] })).map(({ notScheduled }) => notScheduled);
    const of = (id: number, quantity: number) => ({
      ...draftOf(machine, hoursAhead(10), 2),
      files: [{ rfqCadFileId: id, quantity }],
    });

    const job = await planner.call(createJob, { body: { ...of(part.id, 2), eventId: randomUUID() } });
    expect(await left()).toEqual([3, 5]);
    await planner.call(updateJob, { body: { ...of(other.id, 4), id: job.id, version: job.version } });
    expect(await left()).toEqual([5, 1]);
    const fire = (event: 'CANCEL' | 'RESTORE') =>
      planner.call(fireJobEvent, { params: { id: job.id }, body: { event, reason: 'Not now.' } });
    await fire('CANCEL');
    expect(await left()).toEqual([5, 5]);
    await fire('RESTORE');
    expect(await left()).toEqual([5, 1]);
  } finally {
    await server.stop();
  }
}, 60_000);

test('orders of the demo know what its jobs have taken', async () => {
  const server = await testServer({ plugins, demo: true });
  try {
    const { rows } = await sql<{ scheduled: number; taken: number }>`
      select f.scheduled, ${takenOfFile(null)} as taken from rfq_order_file f order by f.id
    `.execute(server.services.db);
    expect(rows.map(({ scheduled }) => scheduled)).toEqual(rows.map(({ taken }) => taken));
    expect(rows.some(({ scheduled }) => scheduled > 0)).toBe(true);
  } finally {
    await server.stop();
  }
}, 60_000);
