import { fileDtoSchema } from '@sinter/sdk/contract/host/files';
import { lengthUnitSchema, meshReportSchema, uploadStepSchema } from '@sinter/sdk/contract/preparation/fileOperations';
import type { Logger } from '@sinter/sdk/plugin';
import * as z from 'zod';

const keptSchema = z.object({
  /** Also of its upload. */
  id: z.string(),
  fileName: z.string(),
  /** With the name: by these a file is known again that is chosen once more. */
  size: z.number(),
  lastModified: z.number(),
  purpose: z.enum(['ORDER', 'INVENTORY']),
  itar: z.boolean(),
  units: lengthUnitSchema.nullable(),
  /** `null`: the upload had not ended. */
  original: fileDtoSchema.nullable(),
  part: z
    .object({
      original: fileDtoSchema,
      processed: fileDtoSchema,
      picture: fileDtoSchema.nullable(),
      report: meshReportSchema,
      repaired: z.boolean(),
    })
    .nullable(),
  failure: z
    .object({
      step: uploadStepSchema,
      message: z.string(),
      steps: z.array(uploadStepSchema),
      processed: fileDtoSchema.nullable(),
    })
    .nullable(),
});
/** What of a preparation outlives a reload of the page. */
export type Kept = z.infer<typeof keptSchema>;

export type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

export function readKept(storage: Storage, key: string, log: Logger): Kept[] {
  const text = storage.getItem(key);
  if (text === null) return [];
  try {
    return z.array(keptSchema).parse(JSON.parse(text));
  } catch (error) {
    log.warn('Preparations of an earlier visit cannot be read', { error: String(error) });
    return [];
  }
}

export function writeKept(storage: Storage, key: string, kept: readonly Kept[], log: Logger): void {
  try {
    storage.setItem(key, JSON.stringify(kept));
  } catch (error) {
    log.warn('Preparations cannot be kept for a reload', { error: String(error) });
  }
}
