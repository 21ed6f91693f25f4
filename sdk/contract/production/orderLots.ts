import * as z from 'zod';
import { defineCall } from '../call.ts';
import { providerNotKiosk } from '../guard.ts';
import { fileDtoSchema } from '../host/files.ts';
import { lotStateSchema, lotStepSchema } from './lots.ts';
import { stepKindSchema } from './mes.ts';
import { remadeSchema } from './remade.ts';

/** What the order's page shows: refused with NOT_FOUND for an order that the caller's facility does not make. */
export const listOrderLots = defineCall({
  id: 'production.orderLots',
  owner: 'production',
  method: 'GET',
  path: '/api/v1/work-center/orders/{orderId}/lots',
  summary: 'The workplan of an order: its parts, their steps, and the lots that go through them.',
  guard: providerNotKiosk,
  flag: 'WORKPLAN',
  params: z.object({ orderId: z.coerce.number().int().positive() }),
  response: z.object({
    parts: z.array(
      z.object({
        orderFileId: z.number().int(),
        part: z.string(),
        thumbnail: fileDtoSchema.nullable(),
        /** Ordered, with those that are made again. */
        quantity: z.number().int(),
        /** Not in any build yet. */
        notScheduled: z.number().int(),
        /** Good pieces that builds counted beyond those. */
        surplus: z.number().int(),
        /** Of them, those that are made again. */
        remakes: z.array(remadeSchema),
        /** Its name; empty where it has none. */
        template: z.string(),
        steps: z.array(
          z.object({
            position: z.number().int(),
            name: z.string(),
            kind: stepKindSchema,
            workCenter: z.string(),
            good: z.number().int(),
            scrap: z.number().int(),
            open: z.number().int(),
          }),
        ),
        lots: z.array(
          z.object({
            id: z.number().int(),
            number: z.string(),
            quantity: z.number().int(),
            state: lotStateSchema,
            heldFor: z.string().nullable(),
            jobId: z.number().int().nullable(),
            jobName: z.string(),
            /** Lost pieces that it makes again. */
            remakes: z.array(remadeSchema),
            steps: z.array(
              lotStepSchema.pick({
                position: true,
                status: true,
                received: true,
                good: true,
                scrap: true,
                rework: true,
                moved: true,
                open: true,
              }),
            ),
          }),
        ),
      }),
    ),
  }),
});
