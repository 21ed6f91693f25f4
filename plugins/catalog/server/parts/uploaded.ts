import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import type { Part } from '@sinter/sdk/contract/catalog/parts';
import type {
  addUploadedParts,
  searchUploadedParts,
  uploadedPartSchema,
} from '@sinter/sdk/contract/catalog/uploadedParts';
import type { CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import type * as z from 'zod';
import { announceChange, requireChange } from './changes.ts';
import { insertParts, lockContent, requireContent, sameContent, type Content } from './content.ts';
import { foundBy } from './queries.ts';
import { partRows } from './rows.ts';
import { partsDb } from './tables.ts';
import { isOwn, isVisible, visibleParts, type Reading } from './visibility.ts';

/** Counting goes on to the next multiple of this. */
const countedTo = 1_000;

/** The inventory, newest first, for programs: no more is read than the pages up to the one asked for. */
export async function searchUploaded(
  context: Reading,
  { query, body }: CallArguments<typeof searchUploadedParts>,
): Promise<CallResult<typeof searchUploadedParts>> {
  const conditions = [isVisible(context), ...foundBy(context, body.searchString)];
  const before = query.page * query.size;
  const most = Math.ceil((before + query.size) / countedTo) * countedTo;
  const { rows } = await sql<{ id: number; revisionId: number }>`
    select p.id, r.id as "revisionId" from ${visibleParts(context)} where ${sql.join(conditions, sql` and `)}
    order by p.created_at desc, p.id desc limit ${most + 1}
  `.execute(context.db);
  const page = rows.slice(before, before + query.size);
  const parts = await read(context, page);
  return rows.length > most ? { parts, totalCount: most, moreThanTotal: true } : { parts, totalCount: rows.length };
}

/** Keeps files as parts; what the company has already is that part. */
export async function addUploaded(
  context: CallContext,
  { body }: CallArguments<typeof addUploadedParts>,
): Promise<CallResult<typeof addUploadedParts>> {
  requireChange(context);
  const by = { companyId: context.companyId, userId: context.user.userId };
  const wanted: (Content & { name: string; partNumber: string })[] = [];
  for (const { name, partNumber, ...files } of body.parts) {
    wanted.push({ ...(await requireContent(context, files)), name, partNumber });
  }
  const keyOf = ({ sha256, controlled }: { sha256: string; controlled: boolean }) => `${sha256} ${controlled}`;
  const ids = await context.write(async (unit) => {
    const hashes = wanted.map(({ original }) => original.sha256);
    await lockContent(unit, by.companyId, hashes);
    const there = await sameContent(unit, by, hashes, isOwn(context));
    const partOf = new Map(there.map((match) => [keyOf(match), match.partId]));
    const fresh = new Map(wanted.map((part) => [keyOf(part.original), part]));
    for (const key of partOf.keys()) fresh.delete(key);
    const added = await insertParts(unit, by, [...fresh.values()]);
    [...fresh.keys()].forEach((key, index) => {
      const id = added[index];
      if (id !== undefined) partOf.set(key, id);
    });
    const known = there.map(({ partId }) => partId);
    await partsDb(unit)
      .updateTable('part')
      .set({ kept: true })
      .where('id', '=', sql<number>`any(${known})`)
      .execute();
    for (const id of added)
      await unit.audit({ action: 'part.added', objectKind: 'PART', objectId: String(id), after: {} });
    await announceChange(unit, context.user);
    return wanted.flatMap(({ original }) => partOf.get(keyOf(original)) ?? []);
  });
  const { rows } = await sql<{ id: number; revisionId: number }>`
    select p.id, r.id as "revisionId" from unnest(${ids}::bigint[]) with ordinality as asked (id, place)
      join part p on p.id = asked.id join part_revision r on r.part_id = p.id and r.number = p.latest
    order by asked.place
  `.execute(context.db);
  return read(context, rows);
}

async function read(context: Reading, page: readonly { id: number; revisionId: number }[]) {
  const parts = await partRows(
    context,
    sql`select * from unnest(${page.map(({ id }) => id)}::bigint[], ${page.map(({ revisionId }) => revisionId)}::bigint[])
      with ordinality as page (id, revision_id, place)`,
  );
  return parts.map(uploadedPart);
}

const uploadedPart = ({ id, partNumber, name, revision, exportControlled, orderCount, createdOn }: Part) =>
  ({
    id,
    partNumber,
    name,
    revision: revision.revision,
    originalFileDTO: revision.originalFileDTO,
    fileDTO: revision.fileDTO,
    pngFileDTO: revision.pngFileDTO,
    itar: exportControlled,
    size: revision.report.bbox.size,
    volumeMm3: revision.report.volumeMm3,
    watertight: revision.report.watertight,
    ordersCount: orderCount,
    createdOn,
  }) satisfies z.output<typeof uploadedPartSchema>;
