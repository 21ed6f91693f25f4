import * as z from 'zod';
import { defineCall } from '../call.ts';
import { anyProvider, provider } from '../guard.ts';
import { fileDtoSchema } from '../host/files.ts';
import { namedSchema } from '../named.ts';
import { gateSchema, gateSubjectSchema } from './gates.ts';
import { kioskActionSchema } from './kiosk.ts';
import { checkAnswerSchema } from './lots.ts';
import { stepCheckSchema } from './mes.ts';

/**
 * Checklists of a facility (product 2, Checklists). A list is a setting with versions of the kind `production/checklist`,
 * named by its id; what is here is around those: which lists there are, and how they are answered. What passes a gate keeps the
 * version that it was first answered by.
 */
export const checklistKind = 'production/checklist';

/** Of one facility. */
export const mostChecklists = 100;
/** Of one list. */
export const mostItems = 60;

const id = z.number().int();
const idParam = z.object({ id: z.coerce.number().int().positive() });
const ids = z.array(id).max(500).default([]);

/** A list as it is edited. It is for what meets each of the lists of ids that is not empty. */
export const checklistSchema = z.object({
  name: z.string().trim().max(80).default(''),
  gate: gateSchema.default('JOB_START'),
  processIds: ids,
  /** Machines; asked of jobs and of what they build. */
  equipmentIds: ids,
  materialIds: ids,
  /** Customers. */
  companyIds: ids,
  items: z.array(stepCheckSchema).max(mostItems).default([]),
});
export type Checklist = z.infer<typeof checklistSchema>;

const editor = provider('MES_SETTINGS_EDITOR');

export const checklistRowSchema = z.object({
  id,
  name: z.string(),
  gate: gateSchema,
  /** 0: never published. */
  version: id,
  enabled: z.boolean(),
  drafted: z.boolean(),
  /** As published. */
  items: id,
  /** How often it was answered or overridden. */
  uses: id,
  /** ISO. */
  usedAt: z.string().nullable(),
});
export type ChecklistRow = z.infer<typeof checklistRowSchema>;

export const listChecklists = defineCall({
  id: 'production.checklists',
  owner: 'production',
  method: 'GET',
  path: '/api/v1/checklists',
  summary: 'Checklists of the active facility, and what they can be for.',
  guard: editor,
  flag: 'CHECKLIST',
  response: z.object({
    checklists: z.array(checklistRowSchema),
    processes: z.array(namedSchema),
    machines: z.array(namedSchema),
    materials: z.array(namedSchema),
    /** Companies that have asked the facility; others cannot be named. */
    customers: z.array(namedSchema),
  }),
});

/** Refused with CONFLICT beyond `mostChecklists`; with NOT_FOUND when there is no list to copy. */
export const addChecklist = defineCall({
  id: 'production.addChecklist',
  owner: 'production',
  method: 'POST',
  path: '/api/v1/checklists',
  summary:
    'Begins a checklist as a draft, empty or as a copy of another one. Nobody is asked by it until it is published.',
  guard: editor,
  flag: 'CHECKLIST',
  body: z.object({ name: z.string().trim().min(1).max(80), copyOf: id.nullable().default(null) }),
  response: z.object({ id }),
});

/** Refused with NOT_FOUND. */
export const switchChecklist = defineCall({
  id: 'production.switchChecklist',
  owner: 'production',
  method: 'POST',
  path: '/api/v1/checklists/{id}/state',
  summary: 'Switches a checklist off or on again. What was answered stays.',
  guard: editor,
  flag: 'CHECKLIST',
  params: idParam,
  body: z.object({ enabled: z.boolean() }),
  response: z.object({ id, enabled: z.boolean() }),
});

export const checklistUseSchema = z.object({
  ...gateSubjectSchema.shape,
  /** The title of the order, the name of the job, or the number of the lot. */
  subject: z.string(),
  version: id,
  /** ISO; when it was first answered, and by whom. */
  at: z.string(),
  by: z.string(),
  /** Items that have an answer. */
  answered: id,
  items: id,
  /** Why it went on without the rest; `null`: nobody said so. */
  override: z.object({ reason: z.string(), by: z.string(), at: z.string() }).nullable(),
});
export type ChecklistUse = z.infer<typeof checklistUseSchema>;

/** Newest first, fifty at a time; without export-controlled ones for who is not cleared. Refused with NOT_FOUND. */
export const listChecklistUses = defineCall({
  id: 'production.checklistUses',
  owner: 'production',
  method: 'GET',
  path: '/api/v1/checklists/{id}/uses',
  summary: 'Where a checklist was answered or overridden.',
  guard: editor,
  flag: 'CHECKLIST',
  params: idParam,
  query: z.object({ offset: z.coerce.number().int().min(0).max(100_000).default(0) }),
  response: z.object({ uses: z.array(checklistUseSchema), total: z.number().int() }),
});

const answeredItemSchema = stepCheckSchema.extend({
  value: checkAnswerSchema.shape.value.nullable(),
  /** Of a measurement within its limits, or a PASS_FAIL that passed; `null` where there is nothing to judge. */
  passed: z.boolean().nullable(),
  by: z.string(),
  /** ISO; `null` while it is not answered. */
  at: z.string().nullable(),
  /** The file that answers it; without an address for who opens no files. */
  file: fileDtoSchema.nullable().default(null),
});
export type AnsweredItem = z.infer<typeof answeredItemSchema>;

const gateStateSchema = z.object({
  ...gateSubjectSchema.shape,
  checklists: z.array(z.object({ id, version: id, name: z.string(), items: z.array(answeredItemSchema) })),
  /** Required items that are neither answered nor overridden. */
  open: id,
  /** Newest first. */
  overrides: z.array(z.object({ reason: z.string(), by: z.string(), at: z.string() })),
  mayOverride: z.boolean(),
});
export type GateState = z.infer<typeof gateStateSchema>;

const gateGuard = anyProvider(
  'Who may answer depends on the gate, which the server asks: at orders who sees the order, at jobs planners and operators, at steps operators.',
);
const gateParams = z.object({
  gate: gateSchema,
  subjectId: z.coerce.number().int().positive(),
  position: z.coerce.number().int().min(0).max(100),
});
const gatePath = '/api/v1/checklists/gates/{gate}/{subjectId}/{position}';

/** Refused with NOT_FOUND for what the caller may not see, FORBIDDEN for who does not work at such a gate. */
export const readGate = defineCall({
  id: 'production.gate',
  owner: 'production',
  method: 'GET',
  path: gatePath,
  summary: 'What is asked at a gate, and what was answered.',
  guard: gateGuard,
  flag: 'CHECKLIST',
  params: gateParams,
  response: gateStateSchema,
});

/** Refused as `readGate`; with CHANGED when another version is asked; with INVALID_INPUT for what is no answer. */
export const answerGate = defineCall({
  id: 'production.answerGate',
  owner: 'production',
  method: 'POST',
  path: gatePath,
  summary: 'Answers items of checklists. A changed answer keeps the former one.',
  guard: gateGuard,
  flag: 'CHECKLIST',
  params: gateParams,
  body: z.object({
    /** Who answers, at a kiosk: refused with INVALID_INPUT (`kiosk`) where they have to enter their PIN first. */
    kiosk: kioskActionSchema.optional(),
    answers: z
      .array(
        z.object({
          checklistId: id,
          version: id,
          key: checkAnswerSchema.shape.key,
          /** `null` takes it back. */
          value: checkAnswerSchema.shape.value.nullable(),
        }),
      )
      .min(1)
      .max(300),
  }),
  response: gateStateSchema,
});

/** Refused as `readGate`, and with CONFLICT when nothing is open. */
export const overrideGate = defineCall({
  id: 'production.overrideGate',
  owner: 'production',
  method: 'POST',
  path: `${gatePath}/override`,
  summary: 'Lets something pass a gate without the items that are open. The reason is kept and shown.',
  guard: editor,
  flag: 'CHECKLIST',
  params: gateParams,
  body: z.object({ reason: z.string().trim().min(1).max(500) }),
  response: gateStateSchema,
});

const saidSchema = z.object({ by: z.string(), at: z.string() });

/** A checklist that was answered or overridden somewhere. */
export const answeredListSchema = z.object({
  ...gateSubjectSchema.shape,
  name: z.string(),
  version: id,
  items: z.array(
    answeredItemSchema.extend({
      /** What was said before, newest first; `null`: an answer was taken back. */
      former: z.array(saidSchema.extend({ value: checkAnswerSchema.shape.value.nullable() })),
    }),
  ),
  /** Newest first, with the labels of the items that were open. */
  overrides: z.array(saidSchema.extend({ reason: z.string(), items: z.array(z.string()) })),
});
export type AnsweredList = z.infer<typeof answeredListSchema>;

/**
 * LOT: of its steps. ORDER: before its quote, its acceptance and its parcels, and of the steps of its lots. Newest first, at most 200.
 * Refused as `readGate`.
 */
export const listAnswered = defineCall({
  id: 'production.answered',
  owner: 'production',
  method: 'GET',
  path: '/api/v1/checklists/answered/{subject}/{id}',
  summary: 'What checklists were answered at a lot, a job or an order: who said what, and when.',
  guard: gateGuard,
  flag: 'CHECKLIST',
  params: z.object({ subject: z.enum(['LOT', 'JOB', 'ORDER']), id: z.coerce.number().int().positive() }),
  response: z.object({ lists: z.array(answeredListSchema) }),
});
