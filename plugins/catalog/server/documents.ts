import { CallError } from '@sinter/sdk/contract/errors';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import type { addMaterialFile, listMaterialFiles, removeMaterialFile } from '@sinter/sdk/contract/catalog/machines';
import { storedFiles, type CallContext, type Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { enterpriseOf, visibleTo } from './enterprise.ts';
import type { CatalogTables } from './tables.ts';

type Document = CallResult<typeof addMaterialFile>;
type Of = CallArguments<typeof listMaterialFiles>['query'];

/** Data sheets and certificates: a facility sees its own, a buyer those of files that were given to its company. */
export async function listDocuments(context: CallContext, { query }: { query: Of }): Promise<Document[]> {
  const { facilityId } = context.user;
  const rows = await context.db
    .withTables<CatalogTables>()
    .selectFrom('material_file')
    .select(['id', 'title', 'file_id'])
    .where(query.entityType === 'MATERIAL' ? 'material_id' : 'equipment_id', '=', query.entityId)
    .$if(facilityId !== null, (own) => own.where('facility_id', '=', facilityId ?? 0))
    .orderBy('title')
    .orderBy('id')
    .execute();
  const files = context.get(storedFiles);
  const seen = await Promise.all(
    rows.map(async (row) => {
      const file = await files.require(context.user, row.file_id).catch((error: unknown) => {
        if (error instanceof CallError) return null;
        throw error;
      });
      return file && { id: row.id, title: row.title, fileDTO: files.dto(file) };
    }),
  );
  return seen.filter((document) => document !== null);
}

export async function addDocument(
  context: CallContext,
  { body }: CallArguments<typeof addMaterialFile>,
): Promise<Document> {
  const { facilityId } = context;
  const files = context.get(storedFiles);
  const file = await files.require(context.user, body.fileId);
  const enterprise = await enterpriseOf(context);
  return context.write(async (unit) => {
    await requireEntity(unit, facilityId, enterprise, body);
    const { id } = await unit.db
      .withTables<CatalogTables>()
      .insertInto('material_file')
      .values({
        facility_id: facilityId,
        material_id: body.entityType === 'MATERIAL' ? body.entityId : null,
        equipment_id: body.entityType === 'EQUIPMENT' ? body.entityId : null,
        title: body.title,
        file_id: body.fileId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await files.share(unit, [body.fileId], { facilityIds: [facilityId] });
    await unit.audit({
      action: 'document.added',
      objectKind: body.entityType,
      objectId: String(body.entityId),
      after: body,
    });
    return { id, title: body.title, fileDTO: files.dto(file) };
  });
}

/** A machine is the facility's; of a material that several see, each keeps its own documents. */
async function requireEntity(unit: Work, facilityId: number, enterprise: number | null, of: Of): Promise<void> {
  const { rows } =
    of.entityType === 'EQUIPMENT'
      ? await sql`select 1 from equipment where id = ${of.entityId} and facility_id = ${facilityId}`.execute(unit.db)
      : await sql`select 1 from material m where m.id = ${of.entityId} and ${visibleTo(enterprise)}`.execute(unit.db);
  if (rows.length === 0) throw new CallError('NOT_FOUND');
}

export async function removeDocument(
  context: CallContext,
  { params }: CallArguments<typeof removeMaterialFile>,
): Promise<null> {
  return context.write(async (unit) => {
    const removed = await unit.db
      .withTables<CatalogTables>()
      .deleteFrom('material_file')
      .where('id', '=', params.id)
      .where('facility_id', '=', context.facilityId)
      .returning(['title', 'file_id', 'material_id', 'equipment_id'])
      .executeTakeFirst();
    if (!removed) throw new CallError('NOT_FOUND');
    const { material_id: material, equipment_id: equipment } = removed;
    await unit.audit({
      action: 'document.removed',
      objectKind: material === null ? 'EQUIPMENT' : 'MATERIAL',
      objectId: String(material ?? equipment),
      before: { title: removed.title, fileId: removed.file_id },
    });
    return null;
  });
}
