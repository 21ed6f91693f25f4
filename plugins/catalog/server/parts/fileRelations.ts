import type { FileRelations, Services } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { isVisible } from './visibility.ts';

/** Who sees a part sees the files of its revisions. */
export const partFiles = ({ all }: Pick<Services, 'all'>): FileRelations => ({
  seen: (viewer, file) => sql`exists (select from part_revision held join part p on p.id = held.part_id
    where held.original_file_id = ${file} and ${isVisible({ user: viewer, all })})`,
  async holders(db, fileIds) {
    const { rows } = await sql<{ fileId: number; companyIds: number[] }>`
      select held.original_file_id as "fileId", array_agg(distinct p.company_id) as "companyIds"
      from part_revision held join part p on p.id = held.part_id
      where held.original_file_id = any(${[...fileIds]}::bigint[]) and p.kept and p.deleted_at is null
      group by held.original_file_id
    `.execute(db);
    return rows;
  },
  attached: () => Promise.resolve([]),
});
