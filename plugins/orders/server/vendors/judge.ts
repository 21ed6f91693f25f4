import type { Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import type { LockedOrder } from '../lifecycle.ts';
import { holdMarks } from '../marks.ts';
import { partFiles } from '../nda/agreements.ts';
import { candidates, wantedBy } from './candidates.ts';
import { judge, type Candidate, type Judged } from './fit.ts';

/** Judges these facilities, or all. Until the transaction ends the company black-lists nobody and no file is marked. */
export async function judgeOrder(
  unit: Work,
  { id, companyId }: Pick<LockedOrder, 'id' | 'companyId'>,
  facilityIds: readonly number[] | null = null,
): Promise<Judged[]> {
  await holdMarks(unit, await partFiles(unit, id));
  await sql`select from company where id = ${companyId} for share`.execute(unit.db);
  const wanted = (await wantedBy(unit.db, [id])).get(id);
  return wanted ? judge(wanted, await candidates(unit.db, companyId, wanted.parts, facilityIds)) : [];
}

/** Those of them that are open; none of them is closed until the transaction ends. */
export async function holdOpen(unit: Work, judged: readonly Judged[]): Promise<Candidate[]> {
  const ids = judged.map(({ candidate }) => candidate.id);
  const { rows } = await sql<{ id: number }>`
    select id from facility where id = any(${ids}::bigint[]) and active order by id for key share
  `.execute(unit.db);
  const open = new Set(rows.map(({ id }) => id));
  return judged.flatMap(({ candidate }) => (open.has(candidate.id) ? [candidate] : []));
}
