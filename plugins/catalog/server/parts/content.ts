import { CallError } from '@sinter/sdk/contract';
import { storedFiles, type CallContext, type FileRecord, type Work } from '@sinter/sdk/server';
import { sql, type RawBuilder } from 'kysely';
import { formatOf } from './revision.ts';
import { partIsControlled } from './visibility.ts';
import { partsDb } from './tables.ts';
import { say } from '../texts.ts';

/** What becomes a revision: an upload, the mesh that came of it, and the unit its numbers are in. */
export interface Content {
  original: Pick<FileRecord, 'id' | 'fileName' | 'sha256' | 'controlled'>;
  fileId: number;
  units: string;
}

interface Wanted {
  originalFileId: number;
  fileId: number;
  units: string;
}

/**
 * The files of a new revision, if the caller may use them: both their own company's, the mesh made from the upload, and
 * prepared. Throws NOT_FOUND, EXPORT_CONTROLLED, or INVALID_INPUT that names the field.
 */
export async function requireContent(context: CallContext, wanted: Wanted): Promise<Content> {
  const files = context.get(storedFiles);
  const original = await files.require(context.user, wanted.originalFileId);
  const mesh = await files.require(context.user, wanted.fileId);
  if (mesh.rootFileId !== original.rootFileId) {
    throw new CallError('INVALID_INPUT', undefined, {
      fields: { fileId: say('notMadeOfIt') },
    });
  }
  const known = await context.db
    .selectFrom('file_facts')
    .innerJoin('stored_file', 'stored_file.id', 'file_facts.file_id')
    .select('stored_file.owner_company_id as companyId')
    .where('file_facts.file_id', '=', mesh.id)
    .executeTakeFirst();
  if (!known) {
    throw new CallError('INVALID_INPUT', say('notPrepared'), {
      fields: { fileId: say('notPrepared') },
    });
  }
  // A file that another company has shared does not become a part of this one.
  if (known.companyId !== context.companyId) throw new CallError('NOT_FOUND');
  return { original, fileId: mesh.id, units: wanted.units };
}

/** For the rest of the transaction nobody else of the company adds this content. */
export async function lockContent(unit: Work, companyId: number, hashes: readonly string[]): Promise<void> {
  const keys = [...new Set(hashes)].sort().map((sha256) => `part ${companyId} ${sha256}`);
  await sql`
    select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(${keys}::text[]) with ordinality as k(key, place)
    order by place
  `.execute(unit.db);
}

export interface Match {
  sha256: string;
  controlled: boolean;
  revisionId: number;
  partId: number;
  number: number;
  name: string;
}

/**
 * The latest revision that holds each of these contents, kept from being deleted while the transaction lasts.
 * Controlled content is only ever the same as what the same person uploaded. `seen`: of the parts `p` that it picks.
 */
export async function sameContent(
  unit: Work,
  by: { companyId: number; userId: number },
  hashes: readonly string[],
  seen: RawBuilder<unknown> = sql`true`,
): Promise<Match[]> {
  const { rows } = await sql<Match>`
    select r.sha256, original.controlled, r.id as "revisionId", r.part_id as "partId", r.number, p.name
    from part_revision r
      join part p on p.id = r.part_id
      join stored_file original on original.id = r.original_file_id
      join stored_file root on root.id = coalesce(original.root_file_id, original.id)
    where r.sha256 = any(${[...hashes]}::text[]) and p.company_id = ${by.companyId}
      and p.deleted_at is null and (not ${partIsControlled} or original.controlled and root.created_by = ${by.userId}) and ${seen}
    order by r.part_id, r.number
    for key share of r
  `.execute(unit.db);
  return rows;
}

/** The parts with their first revisions; ids in the order given. */
export async function insertParts(
  unit: Work,
  by: { companyId: number; userId: number | null },
  parts: readonly (Content & {
    name: string;
    partNumber?: string;
    tags?: readonly string[];
    eventId?: string;
    createdAt?: Date;
    /** `false`: it comes with an order. */
    kept?: boolean;
  })[],
): Promise<number[]> {
  if (parts.length === 0) return [];
  const db = partsDb(unit);
  const inserted = await db
    .insertInto('part')
    .values(
      parts.map(({ name, partNumber = '', tags = [], eventId, createdAt, kept = true }) => ({
        company_id: by.companyId,
        name,
        part_number: partNumber,
        tags: [...tags],
        archived_at: null,
        deleted_at: null,
        created_by: by.userId,
        event_id: eventId ?? null,
        kept,
        ...(createdAt ? { created_at: createdAt } : {}),
      })),
    )
    .returning('id')
    .execute();
  const ids = inserted.map(({ id }) => id);
  await insertRevisions(
    unit,
    by.userId,
    parts.flatMap((part, index) => {
      const partId = ids[index];
      return partId === undefined ? [] : [{ ...part, partId, number: 1, eventId: undefined }];
    }),
  );
  return ids;
}

/** Adds revisions and finds their parts by the new names too. */
export async function insertRevisions(
  unit: Work,
  userId: number | null,
  revisions: readonly (Content & { partId: number; number: number; eventId?: string | undefined; createdAt?: Date })[],
): Promise<void> {
  const db = partsDb(unit);
  const inserted = await db
    .insertInto('part_revision')
    .values(
      revisions.map(({ partId, number, original, fileId, units, eventId, createdAt }) => ({
        part_id: partId,
        number,
        original_file_id: original.id,
        file_id: fileId,
        units,
        format: formatOf(original.fileName),
        sha256: original.sha256,
        created_by: userId,
        event_id: eventId ?? null,
        ...(createdAt ? { created_at: createdAt } : {}),
      })),
    )
    .returning(['id as revision_id', 'original_file_id'])
    .execute();
  await db.insertInto('part_upload').values(inserted).execute();
  await summarize(
    unit,
    revisions.map(({ partId }) => partId),
  );
}

/** Writes on the parts what lists need: the latest revision, and what people look for. */
export async function summarize(unit: Work, partIds: readonly number[]): Promise<void> {
  await sql`
    update part p set search_text = p.name || ' ' || p.part_number || ' ' || array_to_string(p.tags, ' ') || ' ' || files.names,
      latest = files.latest
    from (
      select r.part_id, string_agg(distinct s.file_name, ' ') as names, max(r.number) as latest
      from part_revision r join stored_file s on s.id = r.original_file_id
      where r.part_id = any(${[...partIds]}::bigint[]) group by r.part_id) files
    where p.id = files.part_id
  `.execute(unit.db);
}
