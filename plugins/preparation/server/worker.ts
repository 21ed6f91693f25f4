import { parentPort, workerData } from 'node:worker_threads';
import { meshReportSchema } from '@sinter/sdk/contract/preparation';
import * as z from 'zod';
import { GeometryError, processFile, sniff, thumbnail, type GeometryErrorCode } from '../geometry/index.ts';
import { pictureSize } from './picture.ts';
import type { ThreadMessage } from './thread.ts';

const inputSchema = z.object({
  type: z.enum(['VERIFY', 'REPAIR', 'CONVERT', 'analyze']),
  units: z.enum(['MM', 'IN', 'CM']),
  fileName: z.string(),
  bytes: z.instanceof(Uint8Array),
});

const refusals: Partial<Record<GeometryErrorCode, 'TOO_LARGE' | 'NEEDS_CONVERTER'>> = {
  TOO_LARGE: 'TOO_LARGE',
  NEEDS_CONVERTER: 'NEEDS_CONVERTER',
};
const progressEveryMs = 400;

const tell = (message: ThreadMessage) => parentPort?.postMessage(message);

async function run(): Promise<void> {
  const { type, units, fileName, bytes } = inputSchema.parse(workerData);
  let told = Date.now();
  const onProgress = (progress: number) => {
    if (Date.now() - told < progressEveryMs) return;
    told = Date.now();
    tell({ kind: 'progress', progress: progress * 0.9 });
  };
  const result = await processFile(type, bytes, { fileName, units, onProgress });
  // What is quoted and built is an STL in millimetres, also when nothing else had to be changed, and whatever its name.
  const usable = units === 'MM' && sniff(bytes, fileName) === 'STL';
  const converted = usable ? undefined : (await processFile('CONVERT', bytes, { fileName, units })).outputStl;
  const stl = result.outputStl ?? converted ?? null;
  const png = stl ? await thumbnail(stl, pictureSize, 'part.stl') : await thumbnail(bytes, pictureSize, fileName);
  tell({
    kind: 'done',
    prepared: {
      report: meshReportSchema.parse({ ...result.report, changes: result.changes }),
      needsRepair: result.needsRepair,
      stl,
      png,
    },
  });
}

run().catch((error: unknown) => {
  if (!(error instanceof GeometryError)) throw error;
  tell({ kind: 'refused', code: refusals[error.code] ?? 'FILE_UNREADABLE', message: error.message });
});
