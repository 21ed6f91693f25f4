import type { CallArguments } from '@sinter/sdk/contract/call';
import type { FileDto } from '@sinter/sdk/contract/host/files';
import type { attachCheckFile } from '@sinter/sdk/contract/production/checkFiles';
import { storedFiles, type CallContext, type FileRelations, type Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { opensFiles } from '../floor/rows.ts';
import { productionDb, type ProductionTables } from '../tables.ts';

/** Where a check is answered: at a step, or at the gate of a checklist. */
export type CheckPlace = CallArguments<typeof attachCheckFile>['params'];

/** Were all of these attached there? */
export async function areAttached(
  unit: Pick<Work, 'db'>,
  { place, subjectId, position }: CheckPlace,
  ids: readonly number[],
): Promise<boolean> {
  if (ids.length === 0) return true;
  const rows = await productionDb(unit)
    .selectFrom('check_file')
    .select('file_id')
    .where('place', '=', place)
    .where('subject_id', '=', subjectId)
    .where('position', '=', position)
    .where('file_id', 'in', ids)
    .execute();
  return rows.length === new Set(ids).size;
}

/** By id, as the caller may open them; a kiosk opens none and reads their names. */
export async function checkFiles(context: CallContext, ids: readonly number[]): Promise<ReadonlyMap<number, FileDto>> {
  if (ids.length === 0) return new Map();
  const rows = await context.db
    .withTables<ProductionTables>()
    .selectFrom('check_file')
    .innerJoin('stored_file', 'stored_file.id', 'check_file.file_id')
    .select(['stored_file.id', 'file_name', 'size', 'controlled'])
    .where('check_file.facility_id', '=', context.facilityId)
    .where('file_id', 'in', [...ids])
    .execute();
  const files = context.get(storedFiles);
  const opens = opensFiles(context);
  return new Map(
    rows.map(({ file_name: fileName, ...row }) => {
      const dto = files.dto({ ...row, fileName });
      return [row.id, opens ? dto : { ...dto, fileURL: '' }];
    }),
  );
}

/** What was attached is export controlled with the order that it is about. */
export const checkFileRelations: FileRelations = {
  holders: () => Promise.resolve([]),
  async attached(db, fileIds) {
    const { rows } = await sql<{ id: number }>`
      with orders as (select order_id as id from rfq_order_file where original_file_id = any(${[...fileIds]}::bigint[]))
      select c.file_id as id from check_file c join lot l on l.id = c.subject_id
        where c.place in ('STEP', 'STEP_START', 'STEP_FINISH') and l.order_id in (select id from orders)
      union select c.file_id from check_file c join orders on orders.id = c.subject_id
        where c.place in ('QUOTE', 'REVIEW', 'SHIP')
      union select c.file_id from check_file c join job_file b on b.job_id = c.subject_id
        join rfq_order_file f on f.id = b.order_file_id
        where c.place = 'JOB_START' and f.order_id in (select id from orders)
    `.execute(db);
    return rows.map(({ id }) => id);
  },
};
