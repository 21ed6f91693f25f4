import type { CallContext, FileRelations, Work } from '@sinter/sdk/server';
import { storedFiles } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { fileJson } from './fileJson.ts';
import { agreedMatch, type LockedOrder } from './lifecycle.ts';
import { markLike } from './quotes/files.ts';
import { viewersMatch, visible } from './visibility.ts';
import { portalSays } from './portal/portal.ts';

/** Gives the photos of a problem to the facility that has to answer. */
export async function attachToClaim(
  context: CallContext,
  unit: Work,
  order: LockedOrder,
  fileIds: readonly number[],
): Promise<void> {
  const match = agreedMatch(order);
  if (!match || fileIds.length === 0) return;
  await markLike(context, unit, order, fileIds);
  await sql`
    insert into claim_file (match_id, file_id) select ${match.id}, id from unnest(${[...fileIds]}::bigint[]) as given (id)
    on conflict do nothing
  `.execute(unit.db);
  await context.get(storedFiles).share(unit, fileIds, { facilityIds: [match.facilityId] });
}

/** A claim with its photos, of a row that has a column `claim`. */
export const claimJson = sql`(kept.claim - 'fileIds') || jsonb_build_object('files', coalesce((
  select jsonb_agg(${fileJson('photo')} order by photo.id)
  from stored_file photo where photo.id in (
    select each::bigint from jsonb_array_elements_text(coalesce(kept.claim -> 'fileIds', '[]'::jsonb)) as each)), '[]'::jsonb))`;

/** What reported problems have to do with stored files, for the host. */
export const claimedFiles: FileRelations = {
  seen: (viewer, file) => sql`(${portalSays('showPhotos', sql`${viewer.companyId}::bigint`)}) and exists (
    select from rfq_order o ${viewersMatch(viewer)} where ${visible(viewer)} and o.id in (
      select claimed.order_id from claim_file a join rfq_match claimed on claimed.id = a.match_id
      where a.file_id = ${file} and (m.id is null or m.id = claimed.id)))`,
  async holders(db, fileIds) {
    const { rows } = await sql<{ fileId: number; facilityIds: number[] }>`
      select a.file_id as "fileId", array_agg(distinct m.facility_id) as "facilityIds"
      from claim_file a join rfq_match m on m.id = a.match_id
      where a.file_id = any(${[...fileIds]}::bigint[]) group by a.file_id
    `.execute(db);
    return rows;
  },
  async attached(db, fileIds) {
    const { rows } = await sql<{ id: number }>`
      select distinct a.file_id as id from rfq_order_file part
        join rfq_match m on m.order_id = part.order_id join claim_file a on a.match_id = m.id
      where part.original_file_id = any(${[...fileIds]}::bigint[])
    `.execute(db);
    return rows.map(({ id }) => id);
  },
};
