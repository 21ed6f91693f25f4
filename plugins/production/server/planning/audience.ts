import { planningChanged } from '@sinter/sdk/contract/production/planning';
import type { CallContext, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { holdsControlled } from './rows.ts';

/** Tells the planners of the facility. Of builds with export-controlled parts only who is cleared hears. */
export async function tellPlanning(
  { facilityId, user }: Pick<CallContext, 'facilityId' | 'user'>,
  unit: Work,
  buildIds: number[],
): Promise<void> {
  const { rows } = await sql<{ controlled: boolean }>`
    select coalesce(bool_or(${holdsControlled}), false) as controlled from planned_build b
    where b.id = any(${buildIds}::bigint[])
  `.execute(unit.db);
  const controlled = rows[0]?.controlled === true;
  await unit.emit(
    planningChanged,
    { buildIds },
    { facilityIds: [facilityId], ...(controlled && { controlled: true, creatorIds: [user.userId] }) },
  );
}
