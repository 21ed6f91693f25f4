import type { Services, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { buildsOf } from '../nesting/read.ts';

/** Builds are locked before nestings: the one that waits for it, until the transaction ends. */
export async function lockAsking(unit: Work, nestingId: number): Promise<void> {
  await sql`select id from planned_build where asked_nesting_id = ${nestingId} for update`.execute(unit.db);
}

/** What a nesting has found comes onto the planned build that asked for it, whose pieces may be others by now. */
export async function takeArrangement(services: Pick<Services, 'get'>, unit: Work, nestingId: number): Promise<void> {
  const { rows } = await sql`
    select id from planned_build where asked_nesting_id = ${nestingId} and status = 'DRAFT'
  `.execute(unit.db);
  if (rows.length === 0) return;
  const [build] = await buildsOf(services, unit, nestingId);
  const grams = build?.materials.map((each) => each.grams) ?? [];
  await sql`
    update planned_build b set asked_nesting_id = null, nesting_id = ${nestingId}, arranged_content = asked_content,
      placed = ${build?.parts ?? 0}, utilisation = ${build?.utilisation ?? 0}, height_mm = ${build?.heightMm ?? 0},
      hours = ${build?.hours ?? null}, grams = ${grams.length > 0 ? grams.reduce((sum, each) => sum + each) : null},
      unplaced = (select coalesce(sum(quantity), 0) from nesting_item where nesting_id = ${nestingId})
        - ${build?.parts ?? 0}
    where b.asked_nesting_id = ${nestingId}
  `.execute(unit.db);
}

/** Whether a build that is being planned has this arrangement. */
export async function isInUse(unit: Work, nestingId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from planned_build
    where (nesting_id = ${nestingId} or asked_nesting_id = ${nestingId}) and status = 'DRAFT' limit 1
  `.execute(unit.db);
  return rows.length > 0;
}
