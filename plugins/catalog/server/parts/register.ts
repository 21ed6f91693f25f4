import type { PartInventory } from '@sinter/sdk/contract/catalog/partInventory';
import { formatOf } from './revision.ts';
import { insertParts, lockContent, sameContent } from './content.ts';
import { partsDb } from './tables.ts';
import { sql } from 'kysely';

/** Everything that a company orders is in its inventory from then on. */
export const inventory: PartInventory = {
  async register(unit, { companyId, userId, files }) {
    const wanted = files.map(({ originalFileId }) => originalFileId);
    // Deleting one of these parts waits for the order; a part that was deleted just now is made again.
    await sql`
      select r.id from part_upload u join part_revision r on r.id = u.revision_id join part p on p.id = r.part_id
      where u.original_file_id = any(${wanted}::bigint[]) and p.company_id = ${companyId}
      order by r.id for key share of r
    `.execute(unit.db);
    const { rows: originals } = await sql<{ id: number; fileName: string; sha256: string; controlled: boolean }>`
      select s.id, s.file_name as "fileName", s.sha256, s.controlled from stored_file s
      where s.id = any(${wanted}::bigint[])
        and s.owner_company_id = ${companyId}
        and not exists (
          select 1 from part_upload u
            join part_revision r on r.id = u.revision_id join part p on p.id = r.part_id
          where u.original_file_id = s.id and p.company_id = ${companyId} and p.deleted_at is null)
      order by s.id
    `.execute(unit.db);
    if (originals.length === 0) return;
    const hashes = originals.map(({ sha256 }) => sha256);
    await lockContent(unit, companyId, hashes);
    const there = await sameContent(unit, { companyId, userId }, hashes);
    const matchOf = ({ sha256, controlled }: (typeof originals)[number]) =>
      there.findLast((match) => match.sha256 === sha256 && match.controlled === controlled);

    const links = originals.flatMap((original) => {
      const match = matchOf(original);
      return match ? [{ revision_id: match.revisionId, original_file_id: original.id }] : [];
    });
    if (links.length > 0) {
      await partsDb(unit)
        .insertInto('part_upload')
        .values(links)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }

    // The same content twice in one order is one part, of the first of its uploads.
    const fresh = new Map<string, (typeof originals)[number][]>();
    for (const original of originals.filter((one) => !matchOf(one))) {
      const key = `${original.sha256} ${original.controlled}`;
      fresh.set(key, [...(fresh.get(key) ?? []), original]);
    }
    const parts = [...fresh.values()].flatMap(([original, ...again]) => {
      const file = files.find(({ originalFileId }) => originalFileId === original?.id);
      if (!original || !file) return [];
      const name = file.name.replace(/\.[^.]+$/, '').trim() || file.name || formatOf(original.fileName);
      return [{ original, fileId: file.fileId, units: file.units, name: name.slice(0, 200), kept: false, again }];
    });
    const ids = await insertParts(unit, { companyId, userId }, parts);
    const twice = parts.flatMap(({ again }, index) => again.map(({ id }) => ({ partId: ids[index], id })));
    if (twice.length === 0) return;
    await sql`
      insert into part_upload (revision_id, original_file_id)
      select r.id, t.file_id
      from unnest(${twice.map(({ partId }) => partId)}::bigint[], ${twice.map(({ id }) => id)}::bigint[]) as t(part_id, file_id)
        join part_revision r on r.part_id = t.part_id and r.number = 1
    `.execute(unit.db);
  },

  numberOf: (originalFileId, companyId) => sql`(
    select p.part_number from part_upload u join part_revision r on r.id = u.revision_id join part p on p.id = r.part_id
    where u.original_file_id = ${originalFileId} and p.company_id = ${companyId} and p.deleted_at is null
      and p.part_number <> '' limit 1)`,
};
