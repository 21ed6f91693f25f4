import * as z from 'zod';
import { postalAddressSchema } from '../host/addresses.ts';
import { lengthUnitSchema } from '../preparation/lengthUnit.ts';
import { inspectionSchema, toleranceSchema } from './orderFile.ts';

/** What a buyer writes before an order is sent (product 2, Engineer dashboards). */

const id = z.number().int();

/** Parts of one order. */
export const mostLines = 200;
/** Characters. */
export const longest = {
  title: 200,
  notes: 5000,
  thirdPartyOrderId: 60,
  industryFocus: 60,
  color: 60,
  lineNotes: 2000,
};

/** What a part is for (specification 3.1). */
export const primaryUseCaseSchema = z.enum([
  'FUNCTIONAL_TESTING',
  'DESIGN_TESTING',
  'MECHANICAL_TESTING',
  'END_USE_PART',
  'SHOW_PIECE',
  'PROCESS_REPEATABILITY',
  'CONCEPT_MODEL',
  'FUNCTIONAL_PROTOTYPE',
  'JIG_AND_FIXTURE',
  'PRODUCTION_TOOL',
  'SPARE_PART',
  'REPLACEMENT_PART',
  'BENCHMARK',
  'COMPONENT_TESTING',
  'MATERIAL_EVALUATION',
  'DIMENSIONAL_EVALUATION',
  'FINISHED_END_USE_COMPONENT',
  'GIVEAWAY',
  'OTHER',
]);

export type PrimaryUseCase = z.infer<typeof primaryUseCaseSchema>;

/** How a part is wanted beyond process, material and quantity. */
export const lineChoices = {
  /** One of the finishes that are offered with the process (`catalog.offered`); `null`: as it comes from the machine. */
  finishId: id.nullable().default(null),
  /** As the buyer writes it; empty: that of the material. */
  color: z.string().trim().max(longest.color).default(''),
  tolerance: toleranceSchema.default('STANDARD'),
  inspection: inspectionSchema.default('STANDARD'),
};

/** A part to order: the upload, the mesh that preparation made from it, and how it is wanted. */
export const requestLineSchema = z.object({
  originalFileId: id,
  fileId: id,
  amProcessId: id,
  materialId: id,
  quantity: z.number().int().min(1).max(100_000),
  units: lengthUnitSchema.default('MM'),
  ...lineChoices,
  notes: z.string().max(longest.lineNotes).default(''),
});

/** Which vendors an order is offered to (specification 3.1). */
export const sourcingTypeSchema = z.enum(['LINK3D', 'INTERNAL_FACILITY', 'APPROVED_VENDORS']);
export type SourcingType = z.infer<typeof sourcingTypeSchema>;

/** What is asked for, besides the parts and whether they are export controlled. Dates are ISO dates and times. */
export const requestFields = {
  displayTitle: z.string().trim().max(longest.title),
  notes: z.string().max(longest.notes).default(''),
  primaryUseCase: primaryUseCaseSchema.nullable().default(null),
  /** `null`: as soon as possible. */
  estimatedDeliveryDate: z.string().datetime().nullable().default(null),
  /** Until when facilities may quote; `null`: `quoteDays` from when they are asked. */
  quoteDueDate: z.string().datetime().nullable().default(null),
  /** The buyer's own number for the order. */
  thirdPartyOrderId: z.string().trim().max(longest.thirdPartyOrderId).default(''),
  /** The line of business that the parts are for; left out, it stays as it is. */
  industryFocus: z.string().trim().max(longest.industryFocus).optional(),
  ndaRequired: z.boolean().default(false),
  /** `null`: it goes at once to everybody who can make it. LINK3D: to whom the buyer sends it. */
  sourcing: sourcingTypeSchema.nullable().default(null),
  deliveryAddress: postalAddressSchema.nullable().default(null),
};

/** Ids of uploads of the own company. */
const filesSchema = z.array(z.number().int()).max(10);

/** What is answered to one question of a request form: a text, a number, yes or no, files. Dates are ISO dates. */
export const answerSchema = z.union([z.string().max(longest.notes), z.number(), z.boolean(), filesSchema]);
export type Answer = z.infer<typeof answerSchema>;

/** By the id of the field. */
export const answersSchema = z
  .record(z.string().max(40), answerSchema)
  .refine((answers) => Object.keys(answers).length <= 100, { error: 'at most 100 answers' });
export type Answers = z.infer<typeof answersSchema>;

/** Of their versions. */
export const requestFormKind = 'orders/requestForm';

/** The form and version that somebody was asked by. */
export const formChoiceSchema = z.object({ id: z.number().int(), version: z.number().int().min(1) });
export type FormChoice = z.infer<typeof formChoiceSchema>;

/** Beside what every request is asked. */
export const formFields = {
  /** What the caller has been asked by: the present version, or one of the last days. Left out: as it is, for a new order the present one. */
  form: formChoiceSchema.nullable().optional(),
  /** Left out: as they are. Answers to questions that the form does not have are refused. */
  answers: answersSchema.optional(),
};
