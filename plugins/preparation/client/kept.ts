import { fileDtoSchema } from '@sinter/sdk/contract/host/files';
import { uploadStepSchema } from '@sinter/sdk/contract/preparation/fileOperations';
import { meshReportSchema } from '@sinter/sdk/contract/preparation/mesh';
import { lengthUnitSchema } from '@sinter/sdk/contract/preparation/lengthUnit';
import * as z from 'zod';

const keptSchema = z.object({
  /** Also of its upload. */
  id: z.string(),
  fileName: z.string(),
  /** With the name: by these a file is known again that is chosen once more. */
  size: z.number(),
  lastModified: z.number(),
  purpose: z.enum(['ORDER', 'REQUEST', 'INVENTORY']),
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
/** All that a tab keeps. */
export const allKeptSchema = z.array(keptSchema);

/** What of a preparation outlives a reload of the page. */
export type KeptPreparation = z.infer<typeof keptSchema>;
