import type { NestedBuild, NestingRequest, NestingResult } from '@sinter/sdk/contract/preparation/nesting';
import { storedFiles, type FileRecord, type JobContext, type StoredFile, type Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { Readable } from 'node:stream';
import { lockAsking, takeArrangement } from '../planning/take.ts';
import { productionDb } from '../tables.ts';
import { tellNesting } from './audience.ts';

const mostBytes = 2 ** 32;

interface Written {
  build: NestedBuild;
  stored: StoredFile;
}

/** Everything of it appears in one transaction, so that a killed worker leaves all of it or nothing. */
export async function keepNesting(
  context: JobContext,
  id: number,
  { parts }: NestingRequest,
  result: NestingResult,
): Promise<void> {
  const files = context.get(storedFiles);
  const sources = await sourcesOf(context, parts);
  const controlled = sources.some((source) => source.controlled);
  const written: Written[] = [];
  try {
    for (const build of result.builds) {
      const stored = await context.files.write(Readable.from([build.threeMf]), { controlled, maxBytes: mostBytes });
      written.push({ build, stored });
    }
    await context.write(async (unit) => {
      await lockAsking(unit, id);
      const kept = await productionDb(unit)
        .updateTable('nesting')
        .set({ state: 'READY', share: 1 })
        .where('id', '=', id)
        .where('state', '=', 'WAITING')
        .returning('enough')
        .executeTakeFirst();
      if (!kept) throw new Error(`Nesting ${id} was ended by somebody else.`);
      await keepItems(unit, id, result);
      for (const [index, { build, stored }] of written.entries()) {
        const used = new Set(build.instances.map((each) => each.id));
        const made = parts.filter((part) => used.has(part.id)).map(({ fileId }) => fileId);
        // It is nobody's: who may read the nesting gets it by the call that says so, and nobody by its number.
        const file = await files.add(unit, {
          ...{ ...stored, fileName: `nesting-${id}-${index + 1}.3mf`, controlled, createdBy: null, owner: {} },
          sourceFileIds: [...new Set(made)],
        });
        await keepBuild(unit, id, index + 1, build, file.id);
      }
      await takeArrangement(context, unit, id);
      await tellNesting(unit, { id, state: 'READY', share: 1, enough: kept.enough });
    });
  } catch (error) {
    await files.discard(written.map(({ stored: { sha256 } }) => ({ sha256, controlled })));
    throw error;
  }
}

async function sourcesOf(context: JobContext, parts: NestingRequest['parts']): Promise<FileRecord[]> {
  const ids = [...new Set(parts.map(({ fileId }) => fileId))];
  const found = await Promise.all(ids.map((fileId) => context.get(storedFiles).byId(fileId)));
  return found.filter((file) => file !== null);
}

async function keepItems(unit: Work, id: number, { left, open }: NestingResult): Promise<void> {
  for (const { id: part, quantity, why } of left) {
    await productionDb(unit)
      .updateTable('nesting_item')
      .set({ unplaced: quantity, why: JSON.stringify({ message: why.message, said: why.said }) })
      .where('nesting_id', '=', id)
      .where('order_file_id', '=', part)
      .execute();
  }
  if (open.length === 0) return;
  await sql`update nesting_item set open = true
    where nesting_id = ${id} and order_file_id = any(${[...open]}::bigint[])`.execute(unit.db);
}

async function keepBuild(unit: Work, id: number, number: number, build: NestedBuild, fileId: number): Promise<void> {
  const instances = build.instances.map(({ id: orderFileId, copy, placement }) => ({ orderFileId, copy, placement }));
  await productionDb(unit)
    .insertInto('nesting_build')
    .values({
      ...{ nesting_id: id, number, file_id: fileId, parts: instances.length, instances: JSON.stringify(instances) },
      ...{ height_mm: build.heightMm, volume_mm3: build.volumeMm3, area_mm2: build.areaMm2 },
      ...{ heights_mm: build.heightsMm, utilisation: build.utilisation },
    })
    .execute();
}
