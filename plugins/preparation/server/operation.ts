import { fileOperationChanged } from '@sinter/sdk/contract/preparation/events';
import { fileOperationTypeSchema } from '@sinter/sdk/contract/preparation/fileOperations';
import { lengthUnitSchema } from '@sinter/sdk/contract/preparation/lengthUnit';
import type { Services, Work } from '@sinter/sdk/server';
import * as z from 'zod';
import { audienceOf } from './audience.ts';

/** What a worker needs of a row. */
export const operationSchema = z.object({
  id: z.string(),
  type: fileOperationTypeSchema,
  file_id: z.number(),
  units: lengthUnitSchema,
  input: z.record(z.string(), z.unknown()),
  company_id: z.number().nullable(),
  facility_id: z.number().nullable(),
});
export type Operation = z.infer<typeof operationSchema>;

export async function announce(
  services: Pick<Services, 'get'>,
  unit: Work,
  operation: Operation,
  status: string,
  progress: number,
): Promise<void> {
  return unit.emit(
    fileOperationChanged,
    { operationId: operation.id, fileId: operation.file_id, status, progress },
    await audienceOf(services, unit, operation.file_id, operation),
  );
}
