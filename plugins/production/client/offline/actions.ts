import * as z from 'zod';
import type { ApiClient, CallOptions } from '@sinter/sdk/api';
import {
  checkAnswerSchema,
  fireStepEvent,
  holdLot,
  moveKindSchema,
  progressStep,
  reverseMove,
  stepEventSchema,
  type LotDetail,
} from '@sinter/sdk/contract/production/lots';
import { kioskActionSchema } from '@sinter/sdk/contract/production/kiosk';
import { stagedSchema } from '../lot/staged.ts';

/** What a person did with a lot. */
export const doingSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('EVENT'), position: z.number(), event: stepEventSchema, reason: z.string() }),
  z.object({
    kind: z.literal('PROGRESS'),
    position: z.number(),
    good: z.number(),
    scrap: stagedSchema.shape.scrap,
    rework: stagedSchema.shape.rework,
    checks: z.array(checkAnswerSchema),
    batch: z.string(),
    finish: z.boolean(),
  }),
  z.object({
    kind: z.literal('REVERSE'),
    position: z.number(),
    moveId: z.number(),
    moved: moveKindSchema,
    quantity: z.number(),
  }),
  z.object({ kind: z.literal('HOLD'), hold: z.boolean(), reason: z.string() }),
]);
export type Doing = z.infer<typeof doingSchema>;

/** One of the actions that wait on the device. */
export const queuedSchema = z.object({
  /** Order of the queue. */
  seq: z.number(),
  /** `eventId` of the call: sent once more, it counts once. */
  id: z.string(),
  /** Of whom, and where: nobody else sends or sees it. */
  owner: z.string(),
  lotId: z.number(),
  /** Its number. */
  lot: z.string().optional(),
  /** Epoch ms. */
  at: z.number(),
  doing: doingSchema,
  /** Who did it, at a kiosk. */
  by: z
    .object({ kiosk: kioskActionSchema.optional(), device: z.string().optional(), name: z.string().optional() })
    .optional(),
  /** What the server said to it; `null` while it waits. */
  refusal: z.string().nullable(),
});
export type Queued = z.infer<typeof queuedSchema>;
export type NewAction = Pick<Queued, 'id' | 'lotId' | 'lot' | 'doing' | 'by'>;

export function send(
  api: Pick<ApiClient, 'call'>,
  { id: eventId, lotId: id, doing, by: { name: _name, ...by } = {} }: NewAction,
  options: CallOptions = {},
): Promise<LotDetail> {
  switch (doing.kind) {
    case 'EVENT': {
      const { position, event, reason } = doing;
      return api.call(fireStepEvent, { params: { id, position }, body: { eventId, ...by, event, reason } }, options);
    }
    case 'PROGRESS': {
      const { kind: _kind, position, ...body } = doing;
      return api.call(progressStep, { params: { id, position }, body: { eventId, ...by, ...body } }, options);
    }
    case 'REVERSE':
      return api.call(reverseMove, { params: { id, moveId: doing.moveId }, body: { eventId, ...by } }, options);
    case 'HOLD': {
      const { hold, reason } = doing;
      return api.call(holdLot, { params: { id }, body: { eventId, ...by, hold, reason } }, options);
    }
  }
}
