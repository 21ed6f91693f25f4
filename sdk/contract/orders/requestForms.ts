import * as z from 'zod';
import { defineCall } from '../call.ts';
import { member, provider } from '../guard.ts';
import { fileDtoSchema } from '../host/files.ts';
import { namedSchema } from '../named.ts';
import { answersSchema, longest, sourcingTypeSchema } from './request.ts';
import { orderRights } from './rights.ts';
import { eachOrder } from './rows.ts';

/**
 * Request forms of a facility: what its customers are asked when they order (product 2, Request forms). A form is a setting
 * with versions of the kind `orders/requestForm`, named by its id; what is here is around those.
 */

const id = z.number().int();
const idParam = z.object({ id: z.coerce.number().int().positive() });

/** Of one facility. */
export const mostForms = 50;
/** Of one form. */
export const mostFields = 100;
/** Of one list. */
export const mostChoices = 200;

/** What every request is asked unless its form says otherwise. The title and whether it is export controlled always are. */
export const standardFieldSchema = z.enum([
  'estimatedDeliveryDate',
  'primaryUseCase',
  'notes',
  'quoteDueDate',
  'thirdPartyOrderId',
  'deliveryAddress',
  'finish',
  'color',
  'tolerance',
  'inspection',
  'lineNotes',
]);
export type StandardField = z.infer<typeof standardFieldSchema>;

export const fieldRuleSchema = z.enum(['OPTIONAL', 'REQUIRED', 'HIDDEN']);
export type FieldRule = z.infer<typeof fieldRuleSchema>;

const standardSchema = z.object({
  rule: fieldRuleSchema.default('OPTIONAL'),
  /** What stands there at first: a text, a use case, or for the date it is needed by a number of days. */
  value: z.string().max(longest.notes).default(''),
});

/** `EXPORT`: a question about export control; with "yes" the order has to be marked as controlled. */
export const fieldKindSchema = z.enum(['TEXT', 'NUMBER', 'LIST', 'DATE', 'FILE', 'EXPORT']);
export type FieldKind = z.infer<typeof fieldKindSchema>;

const label = z.string().trim().max(120).default('');
const help = z.string().trim().max(1000).default('');

/** A question of the form's own. */
export const formFieldSchema = z.object({
  /** Answers are kept by it. */
  id: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,39}$/)
    .meta({ examples: ['inspection-plan'] }),
  kind: fieldKindSchema,
  required: z.boolean().default(false),
  label,
  help,
  /** Label and help in other languages (`de_DE`); everybody else reads the ones above. */
  texts: z.record(z.string().regex(/^[a-z]{2}_[A-Z]{2}$/), z.object({ label, help })).default({}),
  /** Of a number. */
  unit: z.string().trim().max(20).default(''),
  min: z.number().nullable().default(null),
  max: z.number().nullable().default(null),
  /** Of a list. */
  choices: z.array(z.string().trim().max(120)).max(mostChoices).default([]),
  /** What stands there at first. */
  value: z.string().trim().max(longest.notes).default(''),
});
export type FormField = z.infer<typeof formFieldSchema>;

const allowed = z.array(id).max(500).nullable().default(null);

/** What customers are asked. */
const asks = {
  standard: z.partialRecord(standardFieldSchema, standardSchema).default({}),
  fields: z.array(formFieldSchema).max(mostFields).default([]),
  /** What they can choose from; `null`: everything that is offered. */
  processIds: allowed,
  materialIds: allowed,
  finishIds: allowed,
  /** Whom the order goes to; `null`: the customer chooses. */
  sourcing: sourcingTypeSchema.nullable().default(null),
  /** Days that facilities have for a quote; `null`: the customer may give a date. */
  quoteWindowDays: z.number().int().min(1).max(365).nullable().default(null),
  nda: z.enum(['ASK', 'ALWAYS', 'NEVER']).default('ASK'),
  /** `false`: no instant prices, only quotes. */
  autoQuote: z.boolean().default(true),
};

/** A form as it is edited. It is for who meets everything of its audience; one without an audience is for everybody else. */
export const requestFormSchema = z.object({
  name: z.string().trim().max(80).default(''),
  companyIds: z.array(id).max(500).default([]),
  /** By name, of the customers. */
  departments: z.array(z.string().trim().max(100)).max(50).default([]),
  ...asks,
});
export type RequestForm = z.infer<typeof requestFormSchema>;

/** The form without a form: what everybody is asked. */
export const plainForm: RequestForm = requestFormSchema.parse({});

/** A form as a customer sees it: without whom else it is for, and without what stands in hidden fields. */
export const shownFormSchema = z.object({ id, version: id, name: z.string(), ...asks });
export type ShownForm = z.infer<typeof shownFormSchema>;

/**
 * `form` is `null` where it was asked what everybody is; nothing is told as long as the parts are kept from the facility. Refused with
 * NOT_FOUND when the caller may not see the order.
 */
export const readOrderAnswers = defineCall({
  id: 'orders.answers',
  owner: 'orders',
  method: 'GET',
  path: '/api/v3/orders/{id}/answers',
  summary: 'The request form, as it was then, that an order was asked by, and what was answered.',
  guard: eachOrder,
  params: idParam,
  response: z.object({
    form: shownFormSchema.nullable(),
    answers: answersSchema,
    /** Of its file fields. */
    answerFiles: z.array(fileDtoSchema),
  }),
});

/**
 * The most specific one: for the customer and the department, for the customer, for the department, for everybody; the older
 * one of equals. `null`: there is none.
 */
export const readRequestForm = defineCall({
  id: 'orders.requestForm',
  owner: 'orders',
  method: 'GET',
  path: '/api/v3/orders/request-form',
  summary: 'The form by which the caller is asked now for a new order.',
  guard: member({ roles: ['ROLE_ENGINEER'], memberRoles: orderRights.create }),
  response: z.object({ form: shownFormSchema.nullable() }),
});

const editor = provider('RFQ_CONFIG_EDITOR');

export const formRowSchema = z.object({
  id,
  name: z.string(),
  /** 0: never published. */
  version: id,
  enabled: z.boolean(),
  drafted: z.boolean(),
  customers: z.array(namedSchema),
  departments: z.array(z.string()),
  /** Orders that were begun with it. */
  orders: id,
});
export type FormRow = z.infer<typeof formRowSchema>;

export const listRequestForms = defineCall({
  id: 'orders.requestForms',
  owner: 'orders',
  method: 'GET',
  path: '/api/v3/orders/request-forms',
  summary: 'Request forms of the active facility, and what its forms can name.',
  guard: editor,
  response: z.object({
    forms: z.array(formRowSchema),
    /** The facility's customers; others cannot be named. */
    customers: z.array(namedSchema),
    /** Names of departments that those customers have. */
    departments: z.array(z.string()),
    /** What is offered, and a form can leave out. */
    processes: z.array(namedSchema),
    materials: z.array(namedSchema),
    finishes: z.array(namedSchema),
  }),
});

/** Refused with CONFLICT beyond `mostForms`; with NOT_FOUND when there is no form to copy. */
export const addRequestForm = defineCall({
  id: 'orders.addRequestForm',
  owner: 'orders',
  method: 'POST',
  path: '/api/v3/orders/request-forms',
  summary: 'Begins a form as a draft, empty or as a copy of another one. Nobody is asked by it until it is published.',
  guard: editor,
  body: z.object({ name: z.string().trim().min(1).max(80), copyOf: id.nullable().default(null) }),
  response: z.object({ id }),
});

/** Refused with NOT_FOUND; with CONFLICT when another form for everybody is on already. */
export const switchRequestForm = defineCall({
  id: 'orders.switchRequestForm',
  owner: 'orders',
  method: 'POST',
  path: '/api/v3/orders/request-forms/{id}/state',
  summary: 'Switches a form off or on again. Orders that were begun with it keep it.',
  guard: editor,
  params: idParam,
  body: z.object({ enabled: z.boolean() }),
  response: z.object({ id, enabled: z.boolean() }),
});
