import { newId } from '@sinter/sdk/plugin';
import type { PluginHost } from '@sinter/sdk/plugin';
import { answersSchema } from '@sinter/sdk/contract/orders/request';
import { primaryUseCaseSchema, sourcingTypeSchema } from '@sinter/sdk/contract/orders/request';
import { Kept } from '@sinter/sdk/state/entered';
import type { KeptStorage } from '@sinter/sdk/state/entered';
import * as z from 'zod';
import { keptPartsSchema, noParts } from '../request/RequestParts.ts';

const draftSchema = keptPartsSchema.extend({
  /** Sent with the order: the same draft sent twice makes one order. */
  eventId: z.string(),
  title: z.string(),
  notes: z.string(),
  useCase: primaryUseCaseSchema.nullable(),
  /** ISO date and time; `null`: as soon as possible. */
  wantedDate: z.string().nullable(),
  /** Whom it goes to; with LINK3D, to these facilities. */
  sourcing: sourcingTypeSchema.nullable().default(null),
  facilityIds: z.array(z.number()).default([]),
  reference: z.string().default(''),
  answers: answersSchema.default({}),
});
/** An order that is not placed yet. Kept in the tab, so that a reload loses nothing. */
export type Draft = z.infer<typeof draftSchema>;

export const newDraft = (): Draft => ({
  ...noParts,
  eventId: newId(),
  title: '',
  notes: '',
  useCase: null,
  wantedDate: null,
  sourcing: null,
  facilityIds: [],
  reference: '',
  answers: {},
});

/** Where one person's draft is kept. */
export const keptDraft = (host: Pick<PluginHost, 'log' | 'user'>, storage: KeptStorage): Kept<Draft> =>
  new Kept(host, storage, `orders.draft.${host.user.id}`, draftSchema);
