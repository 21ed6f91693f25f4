import { randomUUID } from 'node:crypto';
import {
  fireStepEvent,
  progressStep,
  readLot,
  type LotDetail,
  type StepEvent,
} from '@sinter/sdk/contract/production/lots';
import { fireJobEvent, createJob } from '@sinter/sdk/contract/scheduling/jobs';
import { sql } from 'kysely';
import { configure, type TestClient, type TestServer } from '../../../../host/server/testing.ts';
import {
  draftOf,
  hoursAhead,
  machinesFor,
  orderedPart,
  schedulingTestServer,
} from '../../../scheduling/server/testing.ts';

/** The demo company without jobs and lots. */
export async function floorTestServer(): Promise<TestServer> {
  const server = await schedulingTestServer();
  await showFlow(server);
  return server;
}

/** Production flow is off where nobody has turned it on. */
export const showFlow = (server: TestServer): Promise<void> => configure(server, 'PRODUCTION_FLOW', { enabled: true });

export interface Built {
  jobId: number;
  lotId: number;
  part: { id: number; orderId: number };
}

/** A part of so many pieces in a build that has not begun. */
export async function plannedBuild(
  server: TestServer,
  planner: TestClient,
  quantity: number,
  hours = 2,
): Promise<Built> {
  const part = await orderedPart(server, quantity);
  const [machine] = await machinesFor(server, part.process);
  if (!machine) throw new Error('No machine makes this.');
  const job = await planner.call(createJob, {
    body: {
      ...draftOf(machine, hoursAhead(hours), 1),
      files: [{ rfqCadFileId: part.id, quantity }],
      eventId: randomUUID(),
    },
  });
  return { jobId: job.id, lotId: await lotOf(server, job.id), part };
}

export async function lotOf({ services }: TestServer, jobId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from lot where job_id = ${jobId} order by id limit 1`.execute(
    services.db,
  );
  const [row] = rows;
  if (!row) throw new Error('The build has no lot.');
  return row.id;
}

/** A build that came out, all of it good unless said otherwise. */
export async function finishedBuild(
  server: TestServer,
  planner: TestClient,
  quantity: number,
  { good = quantity, hours = 2 } = {},
): Promise<Built> {
  const built = await plannedBuild(server, planner, quantity, hours);
  const { jobId, part } = built;
  const completed = [{ rfqCadFileId: part.id, completedQuantity: good }];
  await planner.call(fireJobEvent, { params: { id: jobId }, body: { event: 'START', eventId: randomUUID() } });
  await planner.call(fireJobEvent, {
    params: { id: jobId },
    body: { event: 'COMPLETE', completed, eventId: randomUUID() },
  });
  return built;
}

export const lotAs = (client: TestClient, id: number): Promise<LotDetail> => client.call(readLot, { params: { id } });

export const fireAs = (client: TestClient, id: number, position: number, event: StepEvent, reason = '') =>
  client.call(fireStepEvent, { params: { id, position }, body: { eventId: randomUUID(), event, reason } });

type Progress = NonNullable<Parameters<typeof progressStepBody>[0]>;
const progressStepBody = (body: {
  good?: number;
  scrap?: { quantity: number; reason: string; remake?: boolean }[];
  rework?: { quantity: number; reason: string; toPosition: number }[];
  checks?: { key: string; value: string | number | boolean }[];
  batch?: string;
  finish?: boolean;
}) => ({ eventId: randomUUID(), ...body });

export const count = (client: TestClient, id: number, position: number, body: Progress) =>
  client.call(progressStep, { params: { id, position }, body: progressStepBody(body) });
