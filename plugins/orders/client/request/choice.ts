import { inspectionSchema, toleranceSchema } from '@sinter/sdk/contract/orders/orderFile';
import type { OrderFile } from '@sinter/sdk/contract/orders/orderFile';
import * as z from 'zod';

export const choiceSchema = z.object({
  amProcessId: z.number().nullable(),
  materialId: z.number().nullable(),
  quantity: z.number().nullable(),
  finishId: z.number().nullable().default(null),
  color: z.string().default(''),
  tolerance: toleranceSchema.default('STANDARD'),
  inspection: inspectionSchema.default('STANDARD'),
  notes: z.string().default(''),
  /** Of the part in an order that is on the server. */
  lineId: z.number().nullable().default(null),
});
/** How one part is wanted. */
export type Choice = z.infer<typeof choiceSchema>;

export const plainChoice: Omit<Choice, 'amProcessId' | 'materialId'> = {
  quantity: 1,
  finishId: null,
  color: '',
  tolerance: 'STANDARD',
  inspection: 'STANDARD',
  notes: '',
  lineId: null,
};

/** As a part of an order is wanted, for another order. */
export const choiceOf = (part: OrderFile): Choice => ({
  amProcessId: part.aMProcess.id,
  materialId: part.materials[0]?.id ?? null,
  quantity: part.quantity,
  finishId: part.finish?.id ?? null,
  color: part.color,
  tolerance: part.tolerance,
  inspection: part.inspection,
  notes: part.notes,
  lineId: null,
});
