import { sql, type RawBuilder } from 'kysely';
import { CallError, seesWholeCompany, type Principal } from '@sinter/sdk/contract';
import type { EventAudience, FileRecord, FileRelations, StoredFiles, Work } from '@sinter/sdk/server';
import { ControlledFileRefused } from '../http/refused.ts';
import type { FileStore } from '../files/store.ts';
import { contentLock, copyFamilies, moveFamilies, removeContent, removeUnusedContent } from './placement.ts';
import { originOf } from './fileOrigin.ts';
import { attachedTo, holdersOf, tellMarked } from './relations.ts';
import { type RoomDb, roomTransaction } from './tables.ts';

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

/** `relations`: what the server halves know of files, asked for when it is needed. */
export function createStoredFiles(
  db: RoomDb,
  store: FileStore,
  relations: () => readonly FileRelations[] = () => [],
): StoredFiles {
  const find = (id: number) => db.selectFrom('stored_file').select(columns).where('id', '=', id).executeTakeFirst();

  return {
    async add(unit, { madeFromFileId, sourceFileIds, ...file }) {
      const own = roomTransaction(unit.db);
      await sql`select pg_advisory_xact_lock_shared(${contentLock(file.sha256)})`.execute(own);
      const { sources, ...descent } = await originOf(own, file, { madeFromFileId, sourceFileIds });
      const row = await own
        .insertInto('stored_file')
        .values({
          sha256: file.sha256,
          size: file.size,
          file_name: file.fileName,
          controlled: file.controlled,
          ...descent,
        })
        .returning(columns)
        .executeTakeFirstOrThrow();
      if (sources.length > 0) {
        const rows = sources.map((root_id) => ({ file_id: row.id, root_id }));
        await own.insertInto('file_source').values(rows).execute();
      }
      // The content may have been removed since it was written, because no file had it yet: the caller sends it again.
      if (!(await store.has(row.sha256, { controlled: row.controlled }))) throw new CallError('UNAVAILABLE');
      return toRecord(row);
    },

    async remove(unit, fileIds) {
      const gone = await roomTransaction(unit.db)
        .deleteFrom('stored_file')
        .where('id', '=', sql<number>`any(${[...fileIds]}::bigint[])`)
        .returning(['sha256', 'controlled'])
        .execute();
      for (const content of gone) {
        const key = `${content.sha256} ${content.controlled ? 'controlled' : 'open'}`;
        await unit.enqueue(removeUnusedContent, content, { key });
      }
    },

    async discard(contents) {
      for (const content of contents) await removeContent(db, store, content);
    },

    async share(unit, fileIds, { facilityIds = [], companyIds = [] }) {
      const rows = [...new Set(fileIds)].flatMap((file_id) => [
        ...facilityIds.map((facility_id) => ({ file_id, facility_id, company_id: null })),
        ...companyIds.map((company_id) => ({ file_id, facility_id: null, company_id })),
      ]);
      if (rows.length === 0) return;
      await roomTransaction(unit.db)
        .insertInto('file_share')
        .values(rows)
        .onConflict((conflict) => conflict.columns(['file_id', 'facility_id', 'company_id']).doNothing())
        .execute();
    },

    unshare: (unit, fileIds, audience) => unshare(unit, fileIds, audience),

    async takeBack(unit, fileIds, { facilityIds = [], companyIds = [] }) {
      for (const { fileId, ...held } of await holdersOf(unit.db, relations(), fileIds)) {
        await unshare(unit, [fileId], {
          facilityIds: facilityIds.filter((id) => !held.facilityIds.has(id)),
          companyIds: companyIds.filter((id) => !held.companyIds.has(id)),
        });
      }
    },

    async prepareRestrict(fileIds) {
      const attached = await attachedTo(db, relations(), fileIds);
      await copyFamilies(db, store, [...fileIds, ...attached], true);
    },

    async restrict(unit, fileIds) {
      const marked: number[] = [];
      // What hangs on something made of an attachment is attached to it in turn.
      for (let next = fileIds; next.length > 0;) {
        const now = await moveFamilies(unit, store, next, true);
        marked.push(...now);
        next = await attachedTo(roomTransaction(unit.db), relations(), now);
      }
      await tellMarked(unit, relations(), marked);
      return marked;
    },

    async require(principal, fileId) {
      const row = await find(fileId);
      const seen = row && (await mayKnow(db, relations(), principal, row));
      if (!row || !seen) throw new CallError('NOT_FOUND');
      if (row.controlled && !mayReadControlled(principal, seen.createdBy)) throw new ControlledFileRefused(row.id);
      return toRecord(row);
    },

    async byId(fileId) {
      const row = await find(fileId);
      return row ? toRecord(row) : null;
    },

    async hearers(on, fileId) {
      const { rows } = await sql<{
        ids: number[];
        createdBy: number | null;
        controlled: boolean;
        companyId: number | null;
      }>`
        select array[asked.id, root.id] as ids, root.created_by as "createdBy", asked.controlled,
          root.owner_company_id as "companyId"
        from stored_file asked join stored_file root on root.id = coalesce(asked.root_file_id, asked.id)
        where asked.id = ${fileId}`.execute(on);
      const [file] = rows;
      if (!file) throw new CallError('NOT_FOUND');
      const holders = await holdersOf(on, relations(), file.ids);
      const everybody = holders.some(({ companyIds }) => file.companyId !== null && companyIds.has(file.companyId));
      const creators = holders.flatMap(({ creatorIds }) => [...creatorIds]);
      return {
        controlled: file.controlled,
        ...(everybody ? {} : { creatorIds: [...creators, ...(file.createdBy === null ? [] : [file.createdBy])] }),
      };
    },

    dto: ({ id, fileName, size }) => ({ id, fileName, size, fileURL: `/api/v1/files/${id}/content` }),
  };
}

async function unshare(unit: Work, fileIds: readonly number[], audience: EventAudience): Promise<void> {
  const { facilityIds = [], companyIds = [] } = audience;
  await roomTransaction(unit.db)
    .deleteFrom('file_share')
    .where('file_id', '=', sql<number>`any(${[...fileIds]}::bigint[])`)
    .where((where) =>
      where.or([
        where('facility_id', '=', sql<number>`any(${[...facilityIds]}::bigint[])`),
        where('company_id', '=', sql<number>`any(${[...companyIds]}::bigint[])`),
      ]),
    )
    .execute();
}

/**
 * A facility's files are known to all who work there, and so is what it was given. Of a buyer company, those know a file
 * who uploaded it, see everything of the company, or see a row that holds it or one that it was made from.
 */
async function mayKnow(
  db: RoomDb,
  relations: readonly FileRelations[],
  viewer: Principal,
  { id, root_file_id }: Row,
): Promise<{ createdBy: number | null } | null> {
  const { facilityId, companyId, userId } = viewer;
  const seen = (file: RawBuilder<unknown>) =>
    sql.join([sql`false`, ...relations.flatMap((each) => each.seen?.(viewer, file) ?? [])], sql` or `);
  const ofFacility = sql`root.owner_facility_id = ${facilityId} or exists (
    select 1 from file_share share join line on share.file_id = line.id where share.facility_id = ${facilityId})`;
  // Of a file that was made of several, those know it who know every one of them.
  const madeOfKnown = sql`exists (select from file_source where file_id = root.id) and not exists (
    select from file_source made join stored_file source on source.id = made.root_id
    where made.file_id = root.id
      and (source.owner_company_id = ${companyId} and source.created_by = ${userId} or ${seen(sql`source.id`)}) is not true)`;
  const ofCompany = sql`
    root.owner_company_id = ${companyId} and (${seesWholeCompany(viewer)} or root.created_by = ${userId} or ${madeOfKnown})
    or exists (select 1 from file_share share join line on share.file_id = line.id where share.company_id = ${companyId})
    or exists (select from line where ${seen(sql`line.id`)})`;
  const { rows } = await sql<{ createdBy: number | null }>`
    with recursive line as (
      select s.id, s.made_from_file_id, s.root_file_id from stored_file s where s.id = ${id}
      union
      select s.id, s.made_from_file_id, s.root_file_id from stored_file s
        join line on s.id = coalesce(line.made_from_file_id, line.root_file_id))
    select root.created_by as "createdBy" from stored_file root
    where root.id = ${root_file_id ?? id} and (${companyId === null ? ofFacility : ofCompany})`.execute(db);
  return rows[0] ?? null;
}

/** Only the person who uploaded it and people who are cleared read an export-controlled file; keys never do. */
export const mayReadControlled = ({ userId, cleared, via }: Principal, createdBy: number | null): boolean =>
  via === 'session' && (userId === createdBy || cleared);
