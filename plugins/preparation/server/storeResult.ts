import type { FileOperationType } from '@sinter/sdk/contract/preparation/fileOperations';
import type { MeshReport } from '@sinter/sdk/contract/preparation/mesh';
import { storedFiles, type FileRecord, type JobContext, type StoredFile, type Work } from '@sinter/sdk/server';
import { extensionOf } from '../geometry/sniff.ts';
import type { Operated } from './pool/messages.ts';
import { requestPreview } from './previews/request.ts';
import { announce, type Operation } from './operation.ts';
import type { PreparationTables } from './tables.ts';
import { createWriter } from './writer.ts';

/**
 * Distinguishes a made file from its source in a list of files. Operations that make several files have a suffix for
 * each.
 */
const suffixes: Partial<Record<FileOperationType, string>> = {
  TRIANGLE_REDUCTION: 'reduced',
  SUPPORT_GENERATION: 'supports',
  PACK3D: 'packed',
  SCALE: 'scaled',
  SCALE_BY_PERCENT: 'scaled',
  MINIMUM_ORIENTATION: 'oriented',
  EXHAUSTIVE_FIT: 'fitted',
  SOLID_MIRROR: 'mirrored',
  HOLLOW: 'hollow',
};

interface MadeFiles {
  operation: Operation;
  /** The files it was made of. The result is named after the first. */
  sources: readonly FileRecord[];
  operated: Operated;
}

/** Stores what an operation made, then ends the operation in one transaction. */
export async function storeResult(context: JobContext, { operation, sources, operated }: MadeFiles): Promise<void> {
  const [source] = sources;
  if (!source) throw new Error(`Operation ${operation.id} was made of nothing.`);
  const files = context.get(storedFiles);
  const controlled = sources.some((one) => one.controlled);
  const writer = createWriter(context, controlled);
  const stem = stemOf(source.fileName);
  try {
    const meshes: { file: StoredFile; fileName: string }[] = [];
    for (const { suffix, stl } of operated.meshes) {
      const fileName = `${[stem, suffix || suffixes[operation.type]].filter(Boolean).join('-')}.stl`;
      meshes.push({ file: await writer.write(stl), fileName });
    }
    const picture = await writer.write(operated.png);
    const map = operated.map && (await writer.write(operated.map));

    await context.write(async (unit) => {
      // What a user makes of another company's file belongs to the user's own company alone.
      const made = {
        controlled,
        createdBy: null,
        owner: { companyId: operation.company_id ?? undefined, facilityId: operation.facility_id ?? undefined },
        sourceFileIds: sources.map(({ id }) => id),
      };
      const outputs: FileRecord[] = [];
      for (const { file, fileName } of meshes) outputs.push(await files.add(unit, { ...made, ...file, fileName }));
      const [first] = outputs;
      const shows = { controlled, createdBy: null, owner: {}, madeFromFileId: (first ?? source).id };
      const png = await files.add(unit, { ...shows, ...picture, fileName: `${stem}.png` });
      const mapFile = map && (await files.add(unit, { ...made, ...map, fileName: `${stem}.thickness` }));
      await end(unit, { operation, operated, outputs, png, mapFile });
      // When an operation made no file, only VERIFY describes the file itself.
      if (first || operation.type === 'VERIFY') await saveFacts(unit, (first ?? source).id, operated.report, png.id);
      // A part that will be repaired next would have to wait behind its own preview.
      if (operation.type === 'VERIFY' && !operated.needsRepair) {
        const { company_id, facility_id } = operation;
        const shown = first
          ? { fileId: first.id, units: 'MM' as const }
          : { fileId: source.id, units: operation.units };
        await requestPreview(unit, { ...shown, company_id, facility_id });
      }
      await announce(context, unit, operation, 'SUCCESS', 1);
    });
  } catch (error) {
    await writer.discard();
    throw error;
  }
}

interface Ended {
  operation: Operation;
  operated: Operated;
  outputs: readonly FileRecord[];
  png: FileRecord;
  mapFile: FileRecord | null;
}

async function end(unit: Work, { operation, operated, outputs, png, mapFile }: Ended): Promise<void> {
  const db = unit.db.withTables<PreparationTables>();
  const ended = await db
    .updateTable('file_operation')
    .set({
      status: 'SUCCESS',
      progress: 1,
      needs_repair: operated.needsRepair,
      report: JSON.stringify(operated.report),
      details: operated.details === null ? null : JSON.stringify(operated.details),
      png_file_id: png.id,
      map_file_id: mapFile?.id ?? null,
      ended_at: new Date(),
    })
    .where('id', '=', operation.id)
    .where('status', '=', 'PENDING')
    .executeTakeFirst();
  if (ended.numUpdatedRows !== 1n) throw new Error(`Operation ${operation.id} was ended by somebody else.`);
  if (outputs.length === 0) return;
  const rows = outputs.map(({ id }, position) => ({ operation_id: operation.id, position, file_id: id }));
  await db.insertInto('file_operation_output').values(rows).execute();
}

/** The facts of a file never change, because its bytes never do. */
export async function saveFacts(unit: Work, fileId: number, report: MeshReport, pngFileId: number): Promise<void> {
  const [x, y, z] = report.bbox.size;
  const [minX, minY, minZ] = report.bbox.min;
  await unit.db
    .insertInto('file_facts')
    .values({
      file_id: fileId,
      volume_mm3: report.volumeMm3,
      area_mm2: report.areaMm2,
      size_x_mm: x,
      size_y_mm: y,
      size_z_mm: z,
      min_x_mm: minX,
      min_y_mm: minY,
      min_z_mm: minZ,
      facets: report.facets,
      shells: report.shells,
      watertight: report.watertight,
      thumbnail_file_id: pngFileId,
    })
    .onConflict((conflict) => conflict.column('file_id').doNothing())
    .execute();
}

/** The file name without its ending. */
export function stemOf(fileName: string): string {
  const extension = extensionOf(fileName);
  return extension === '' ? fileName : fileName.slice(0, -extension.length - 1);
}
