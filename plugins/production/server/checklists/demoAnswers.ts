import type { DemoWorld, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { retired } from './demo.ts';
import { productionDb } from '../tables.ts';

const hour = 3_600_000;

/** Of the first two lots that were finished: one was measured twice, one went on without. */
export async function seedAnswers(unit: Work, { rootFacilityId: facilityId, users, now }: DemoWorld): Promise<void> {
  const by = users['operator@demo.example'] ?? null;
  const { rows } = await sql<{ lotId: number; checklistId: number; version: number; at: Date }>`
    select l.id as "lotId", c.id as "checklistId", c.version, s.finished_at as at
    from lot l join lot_step s on s.lot_id = l.id and s.position = 1 and s.finished_at is not null
      join checklist c on c.facility_id = l.facility_id and c.name = ${retired}
    where l.facility_id = ${facilityId} and s.source = 'FLOOR' order by l.id limit 2
  `.execute(unit.db);
  const db = productionDb(unit);
  for (const [index, { lotId, checklistId, version, at }] of rows.entries()) {
    const created_at = new Date(Math.min(at.getTime() - hour / 4, now.getTime()));
    const { id } = await db
      .insertInto('checklist_use')
      .values({
        ...{ facility_id: facilityId, gate: 'STEP_FINISH', subject_id: lotId, position: 1 },
        ...{ checklist_id: checklistId, version, begun_at: created_at, begun_by: by },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const said = [
      ['surface', true],
      ...(index === 0
        ? ([
            ['roughness', 9.4],
            ['roughness', 6.8],
          ] as const)
        : []),
    ] as const;
    await db
      .insertInto('checklist_answer')
      .values(
        said.map(([item, value]) => ({ use_id: id, item, value: JSON.stringify(value), user_id: by, created_at })),
      )
      .execute();
    if (index === 0) continue;
    await db
      .insertInto('checklist_override')
      .values({
        ...{ use_id: id, items: ['roughness'], reason: 'The roughness tester is away for calibration', created_at },
        user_id: users['admin@demo.example'] ?? null,
      })
      .execute();
  }
}
