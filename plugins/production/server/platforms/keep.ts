import { CallError } from '@sinter/sdk/contract';
import type { Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { productionDb } from '../tables.ts';
import { tellPlatform } from './audience.ts';

/** Where one copy of an ordered part lies: 16 numbers, column by column, from its file to the machine, in mm. */
export interface Piece {
  orderFileId: number;
  copy: number;
  placement: readonly number[];
}

/** Lengths in mm. Without `platformId` it begins a platform; with one it is the next revision of it. */
export interface Arrangement {
  platformId?: number;
  facilityId: number;
  equipmentId: number;
  name: string;
  source: 'IN_APP' | 'MAGICS' | 'TRAY';
  userId: number | null;
  boxMm: readonly [number, number, number];
  heightMm: number;
  /** Volume of the parts over that of the machine's box up to the height, 0 to 1. */
  utilisation: number;
  volumeMm3: number;
  /** Its 3MF, if there is one. */
  fileId: number | null;
  pieces: readonly Piece[];
}

export interface Revision {
  platformId: number;
  revision: number;
}

/** Keeps an arrangement for good. Asks for no rights; throws NOT_FOUND for a platform of another facility. */
export async function keepRevision(unit: Work, arrangement: Arrangement): Promise<Revision> {
  const kept = await nextRevision(unit, arrangement);
  const { pieces } = arrangement;
  await productionDb(unit)
    .insertInto('platform_revision')
    .values({
      ...{ platform_id: kept.platformId, revision: kept.revision, user_id: arrangement.userId },
      ...{ box_mm: [...arrangement.boxMm], height_mm: arrangement.heightMm, volume_mm3: arrangement.volumeMm3 },
      ...{ utilisation: arrangement.utilisation, file_id: arrangement.fileId },
      ...{ parts: new Set(pieces.map(({ orderFileId }) => orderFileId)).size, pieces: pieces.length },
    })
    .execute();
  await sql`
    insert into platform_piece (platform_id, revision, order_file_id, copy, placement)
    select ${kept.platformId}, ${kept.revision}, (piece->>'orderFileId')::bigint, (piece->>'copy')::int,
      array(select jsonb_array_elements_text(piece->'placement')::double precision)
    from jsonb_array_elements(${JSON.stringify(pieces)}::jsonb) as piece
  `.execute(unit.db);
  await tellPlatform(unit, kept.platformId);
  return kept;
}

/** The revision that an arrangement was kept as, by its 3MF; `null`: it was not. */
export async function keptAs(unit: Work, fileId: number): Promise<Revision | null> {
  const row = await productionDb(unit)
    .selectFrom('platform_revision')
    .select(['platform_id', 'revision'])
    .where('file_id', '=', fileId)
    .limit(1)
    .executeTakeFirst();
  return row ? { platformId: row.platform_id, revision: row.revision } : null;
}

async function nextRevision(unit: Work, arrangement: Arrangement): Promise<Revision> {
  const { platformId, facilityId, name, source } = arrangement;
  const db = productionDb(unit);
  const row =
    platformId === undefined
      ? await db
          .insertInto('platform')
          .values({ facility_id: facilityId, equipment_id: arrangement.equipmentId, name, source, revision: 1 })
          .returning(['id', 'revision'])
          .executeTakeFirst()
      : await db
          .updateTable('platform')
          .set({
            equipment_id: arrangement.equipmentId,
            name,
            source,
            revision: sql`revision + 1`,
            changed_at: new Date(),
          })
          .where('id', '=', platformId)
          .where('facility_id', '=', facilityId)
          .returning(['id', 'revision'])
          .executeTakeFirst();
  if (!row) throw new CallError('NOT_FOUND');
  return { platformId: row.id, revision: row.revision };
}

/** From now on this job builds that revision. */
export async function tieBuild(
  unit: Work,
  { platformId, revision, jobId }: Revision & { jobId: number },
): Promise<void> {
  await productionDb(unit)
    .insertInto('platform_build')
    .values({ job_id: jobId, platform_id: platformId, revision })
    .onConflict((conflict) => conflict.column('job_id').doUpdateSet({ platform_id: platformId, revision }))
    .execute();
  await tellPlatform(unit, platformId);
}
