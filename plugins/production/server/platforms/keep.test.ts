import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient, TestServer } from '../../../../host/server/testing.ts';
import { floorTestServer, plannedBuild } from '../floor/testing.ts';
import { keepRevision, tieBuild, type Arrangement } from './keep.ts';
import { plateOfJob } from './plateOfJob.ts';

let server: TestServer;
let planner: TestClient;
beforeAll(async () => {
  server = await floorTestServer();
  planner = await server.client('planner');
});
afterAll(() => server.stop());

const placement = (x: number): number[] => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, 0, 1];

async function arrangement(orderFileId: number): Promise<Arrangement> {
  const [machine] = await server.services.db
    .selectFrom('equipment')
    .select('id')
    .where('facility_id', '=', server.world.rootFacilityId)
    .orderBy('id')
    .execute();
  return {
    ...{ facilityId: server.world.rootFacilityId, equipmentId: machine?.id ?? 0, name: 'Brackets', source: 'IN_APP' },
    ...{ userId: null, boxMm: [300, 200, 250], heightMm: 80, utilisation: 0.2, volumeMm3: 960_000, fileId: null },
    pieces: [0, 1].map((copy) => ({ orderFileId, copy, placement: placement(copy * 50.25) })),
  };
}

describe('a platform', () => {
  test('keeps each revision as it was, and the build says which it builds', async () => {
    const { jobId, part } = await plannedBuild(server, planner, 2);
    const first = await arrangement(part.id);
    expect(await plateOfJob(server.services.db, jobId)).toBeNull();
    await server.services.write(async (unit) => {
      const kept = await keepRevision(unit, first);
      expect(kept.revision).toBe(1);
      await tieBuild(unit, { ...kept, jobId });
      const next = await keepRevision(unit, {
        ...first,
        platformId: kept.platformId,
        pieces: first.pieces.slice(0, 1),
      });
      expect(next).toEqual({ platformId: kept.platformId, revision: 2 });
      const plate = await plateOfJob(unit.db, jobId);
      expect(plate).toEqual({ ...kept, boxMm: [300, 200, 250], pieces: first.pieces });
      await tieBuild(unit, { ...next, jobId });
      expect((await plateOfJob(unit.db, jobId))?.pieces).toHaveLength(1);
    });
  });

  test('of another facility gets no revision', async () => {
    const { part } = await plannedBuild(server, planner, 1, 40);
    const first = await arrangement(part.id);
    const { platformId } = await server.services.write((unit) => keepRevision(unit, first));
    const strange = { ...first, platformId, facilityId: server.world.rootFacilityId + 1 };
    await expect(server.services.write((unit) => keepRevision(unit, strange))).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
