import type { MeasuredWalls } from '@sinter/sdk/contract/preparation/measuredWalls';
import { sql } from 'kysely';

export const walls: MeasuredWalls = {
  async thinnest(db, { companyId, facilityId }, fileIds) {
    const { rows } = await sql<{ fileId: number; minMm: number }>`
      select distinct on (op.file_id) op.file_id as "fileId", (op.details ->> 'minMm')::double precision as "minMm"
      from file_operation op
      where op.file_id = any(${[...fileIds]}::bigint[]) and op.type = 'WALL_THICKNESS' and op.status = 'SUCCESS'
        and op.company_id is not distinct from ${companyId}::bigint
        and op.facility_id is not distinct from ${facilityId}::bigint
      order by op.file_id, op.ended_at desc
    `.execute(db);
    return new Map(rows.map(({ fileId, minMm }) => [fileId, minMm]));
  },
};
