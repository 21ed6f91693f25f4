import { sql } from 'kysely';
import { CallError, type Principal } from '@sinter/sdk/contract';
import type { FileRecord, StoredFiles } from '@sinter/sdk/server';
import { type HostDb, hostTransaction } from '../session/tables.ts';

interface Row {
  id: number;
  file_name: string;
  sha256: string;
  size: number;
  controlled: boolean;
  root_file_id: number | null;
}
const columns = ['id', 'file_name', 'sha256', 'size', 'controlled', 'root_file_id'] as const;

const toRecord = (row: Row): FileRecord => ({
  id: row.id,
  fileName: row.file_name,
  sha256: row.sha256,
  size: row.size,
  controlled: row.controlled,
  rootFileId: row.root_file_id ?? row.id,
});

export function createStoredFiles(db: HostDb): StoredFiles {
  const find = (id: number) => db.selectFrom('stored_file').select(columns).where('id', '=', id).executeTakeFirst();

  return {
    async add(unit, { madeFromFileId, owner, ...file }) {
      const source =
        madeFromFileId === undefined
          ? undefined
          : await unit.db
              .selectFrom('stored_file')
              .select(['id', 'root_file_id', 'controlled', 'owner_company_id', 'owner_facility_id'])
              .where('id', '=', madeFromFileId)
              .executeTakeFirstOrThrow();
      const row = await unit.db
        .insertInto('stored_file')
        .values({
          sha256: file.sha256,
          size: file.size,
          file_name: file.fileName,
          controlled: file.controlled || (source?.controlled ?? false),
          root_file_id: source ? (source.root_file_id ?? source.id) : null,
          owner_company_id: source ? source.owner_company_id : (owner.companyId ?? null),
          owner_facility_id: source ? source.owner_facility_id : (owner.facilityId ?? null),
          created_by: file.createdBy,
        })
        .returning(columns)
        .executeTakeFirstOrThrow();
      return toRecord(row);
    },

    async share(unit, fileIds, { facilityIds = [], companyIds = [] }) {
      const transaction = hostTransaction(unit.db);
      const roots = await transaction
        .selectFrom('stored_file')
        .select(sql<number>`coalesce(root_file_id, id)`.as('id'))
        .distinct()
        .where('id', '=', sql<number>`any(${[...fileIds]}::bigint[])`)
        .execute();
      const rows = roots.flatMap(({ id }) => [
        ...facilityIds.map((facility_id) => ({ file_id: id, facility_id, company_id: null })),
        ...companyIds.map((company_id) => ({ file_id: id, facility_id: null, company_id })),
      ]);
      if (rows.length === 0) return;
      await transaction
        .insertInto('file_share')
        .values(rows)
        .onConflict((conflict) => conflict.columns(['file_id', 'facility_id', 'company_id']).doNothing())
        .execute();
    },

    async require(principal, fileId) {
      const row = await find(fileId);
      const seen = row && (await mayKnow(db, principal, row.root_file_id ?? row.id));
      if (!row || !seen) throw new CallError('NOT_FOUND');
      if (row.controlled && !mayReadControlled(principal, seen.createdBy)) throw new CallError('EXPORT_CONTROLLED');
      return toRecord(row);
    },

    async byId(fileId) {
      const row = await find(fileId);
      return row ? toRecord(row) : null;
    },

    dto: ({ id, fileName, size }) => ({ id, fileName, size, fileURL: `/api/v1/files/${id}/content` }),
  };
}

/** Rights follow the upload: its owners, and those it is shared with. */
async function mayKnow(
  db: HostDb,
  { facilityId, companyId }: Principal,
  rootId: number,
): Promise<{ createdBy: number | null } | null> {
  const row = await db
    .selectFrom('stored_file')
    .select('created_by as createdBy')
    .where('id', '=', rootId)
    .where((where) =>
      where.or([
        where('owner_facility_id', '=', facilityId),
        where('owner_company_id', '=', companyId),
        where.exists(
          where
            .selectFrom('file_share')
            .select('file_id')
            .whereRef('file_share.file_id', '=', 'stored_file.id')
            .where((share) => share.or([share('facility_id', '=', facilityId), share('company_id', '=', companyId)])),
        ),
      ]),
    )
    .executeTakeFirst();
  return row ?? null;
}

/**
 * A role alone never opens an export-controlled file: only who uploaded it, and who is named for such files, reads it.
 * The key of an account is nobody, whoever made it.
 */
const mayReadControlled = ({ userId, memberRoles, via }: Principal, createdBy: number | null): boolean =>
  via !== 'accountKey' && (userId === createdBy || memberRoles.includes('ITAR_ADMIN'));
