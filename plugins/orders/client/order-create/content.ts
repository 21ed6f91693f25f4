import type { CallInput, CallResult } from '@sinter/sdk/contract/call';
import { postalAddressSchema } from '@sinter/sdk/contract/host/addresses';
import type { saveRequest } from '@sinter/sdk/contract/orders/drafts';
import { inspectionSchema, toleranceSchema, type OrderFile } from '@sinter/sdk/contract/orders/orderFile';
import type { OrderDetail } from '@sinter/sdk/contract/orders/orders';
import {
  answersSchema,
  formChoiceSchema,
  primaryUseCaseSchema,
  sourcingTypeSchema,
} from '@sinter/sdk/contract/orders/request';
import type { readOrderAnswers } from '@sinter/sdk/contract/orders/requestForms';
import { lengthUnitSchema } from '@sinter/sdk/contract/preparation/lengthUnit';
import * as z from 'zod';
import { choiceOfForm } from '../request/AskedForm.ts';

/** What a request asks for besides its parts. Dates are ISO dates and times. */
export const fieldsSchema = z.object({
  displayTitle: z.string(),
  notes: z.string(),
  primaryUseCase: primaryUseCaseSchema.nullable(),
  estimatedDeliveryDate: z.string().nullable(),
  quoteDueDate: z.string().nullable(),
  thirdPartyOrderId: z.string(),
  ndaRequired: z.boolean(),
  deliveryAddress: postalAddressSchema.nullable(),
  sourcing: sourcingTypeSchema.nullable().default(null),
  answers: answersSchema.default({}),
});
export type Fields = z.infer<typeof fieldsSchema>;

const answeredSchema = fieldsSchema.extend({
  exportControlled: z.boolean().nullable(),
  form: formChoiceSchema.nullable().default(null),
});
export type Answered = z.infer<typeof answeredSchema>;
export type FieldName = keyof Answered | 'rfqFileDTOs';

const lineSchema = z.object({
  originalFileId: z.number(),
  fileId: z.number(),
  amProcessId: z.number(),
  materialId: z.number(),
  quantity: z.number(),
  units: lengthUnitSchema,
  finishId: z.number().nullable(),
  color: z.string(),
  tolerance: toleranceSchema,
  inspection: inspectionSchema,
  notes: z.string(),
});
export type LineContent = z.infer<typeof lineSchema>;

/** A request as the server had it last. */
export const baseSchema = z.object({
  version: z.number(),
  fields: answeredSchema,
  /** By the id of the part in the order. */
  lines: z.array(z.tuple([z.number(), lineSchema])),
});
export type Base = z.infer<typeof baseSchema>;
export type Body = Omit<CallInput<typeof saveRequest>['body'], 'version'>;

export const noFields: Fields = {
  displayTitle: '',
  notes: '',
  primaryUseCase: null,
  estimatedDeliveryDate: null,
  quoteDueDate: null,
  thirdPartyOrderId: '',
  ndaRequired: false,
  deliveryAddress: null,
  sourcing: null,
  answers: {},
};

const isoOf = (date: string | null) => date && new Date(date).toISOString();

export const lineOf = (part: OrderFile): LineContent => ({
  originalFileId: part.originalFileDTO.id,
  fileId: part.fileDTO.id,
  amProcessId: part.aMProcess.id,
  materialId: part.materials[0]?.id ?? 0,
  quantity: part.quantity,
  units: part.units,
  finishId: part.finish?.id ?? null,
  color: part.color,
  tolerance: part.tolerance,
  inspection: part.inspection,
  notes: part.notes,
});

/** With the form it was asked by, as it was then, and the answers. */
export type AskedOrder = OrderDetail & Pick<CallResult<typeof readOrderAnswers>, 'form' | 'answers'>;

export const baseOf = (order: AskedOrder): Base => ({
  version: order.version,
  fields: {
    // Without a title the server shows the number in its place.
    displayTitle: order.displayTitle === `#${order.id}` ? '' : order.displayTitle,
    notes: order.notes,
    primaryUseCase: order.primaryUseCase,
    estimatedDeliveryDate: isoOf(order.estimatedDeliveryDate),
    quoteDueDate: isoOf(order.quoteDueDate),
    thirdPartyOrderId: order.thirdPartyOrderId,
    ndaRequired: order.ndaRequired,
    deliveryAddress: order.deliveryAddress,
    sourcing: order.sourcing,
    exportControlled: order.exportAnswer,
    answers: order.answers,
    form: choiceOfForm(order.form),
  },
  lines: order.rfqFileDTOs.map((part) => [part.id, lineOf(part)]),
});

/** Whether two values are the same, whatever the order of their fields. */
export const same = (one: unknown, other: unknown): boolean => sorted(one) === sorted(other);
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) ?? '';

/** Both changes together. Where both sides changed the same field, mine stays and its name is told. */
export function mergeFields(base: Answered, mine: Answered, theirs: Answered) {
  const conflicts: (keyof Answered)[] = [];
  const pick = <K extends keyof Answered>(key: K): Answered[K] => {
    if (same(mine[key], base[key]) || same(mine[key], theirs[key])) return theirs[key];
    if (!same(theirs[key], base[key])) conflicts.push(key);
    return mine[key];
  };
  const merged: Answered = {
    displayTitle: pick('displayTitle'),
    notes: pick('notes'),
    primaryUseCase: pick('primaryUseCase'),
    estimatedDeliveryDate: pick('estimatedDeliveryDate'),
    quoteDueDate: pick('quoteDueDate'),
    thirdPartyOrderId: pick('thirdPartyOrderId'),
    ndaRequired: pick('ndaRequired'),
    deliveryAddress: pick('deliveryAddress'),
    sourcing: pick('sourcing'),
    exportControlled: pick('exportControlled'),
    answers: pick('answers'),
    form: pick('form'),
  };
  return { merged, conflicts };
}
