import { newId } from '@sinter/sdk/plugin';
import type { PluginHost } from '@sinter/sdk/plugin';
import { Kept } from '@sinter/sdk/state/entered';
import type { KeptStorage } from '@sinter/sdk/state/entered';
import { primaryUseCaseSchema } from '@sinter/sdk/contract/orders/request';
import * as z from 'zod';

const choiceSchema = z.object({
  amProcessId: z.number().nullable(),
  materialId: z.number().nullable(),
  quantity: z.number().nullable(),
});
/** How one part is wanted. */
export type Choice = z.infer<typeof choiceSchema>;

const draftSchema = z.object({
  /** Sent with the order: the same draft sent twice makes one order. */
  eventId: z.string(),
  title: z.string(),
  notes: z.string(),
  useCase: primaryUseCaseSchema.nullable(),
  /** ISO date and time; `null`: as soon as possible. */
  wantedDate: z.string().nullable(),
  exportControlled: z.boolean().nullable(),
  /** By the preparation's id. */
  choices: z.record(z.string(), choiceSchema),
  /** The part that was taken off last, and can be put back. */
  removedId: z.string().nullable(),
});
/** An order that is not placed yet. Kept in the tab, so that a reload loses nothing. */
export type Draft = z.infer<typeof draftSchema>;

export const newDraft = (): Draft => ({
  eventId: newId(),
  title: '',
  notes: '',
  useCase: null,
  wantedDate: null,
  exportControlled: null,
  choices: {},
  removedId: null,
});

/** Where one person's draft is kept. */
export const keptDraft = (host: Pick<PluginHost, 'log' | 'user'>, storage: KeptStorage): Kept<Draft> =>
  new Kept(host, storage, `orders.draft.${host.user.id}`, draftSchema);
