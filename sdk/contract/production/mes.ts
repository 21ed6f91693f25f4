import * as z from 'zod';
import { defineCall } from '../call.ts';
import { readCode } from '../codes.ts';
import { anyProvider } from '../guard.ts';
import { planningRulesSchema } from '../scheduling/calendar.ts';

/**
 * How a facility makes parts: its work centers, its catalogue of steps, and which steps a part goes through. A setting with
 * versions (product 2, MES settings) of the kind `production/mes`; a workplan is copied onto a part as it was when the order was
 * awarded.
 */
export const mesKind = 'production/mes';

const key = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/)
  .describe('Never changes: workplans that were copied name it.');
const name = z.string().trim().max(80);

/** PRINT: the build itself, which its job moves. POST: what follows it. INSPECTION: what is left before it is shipped. */
export const stepKindSchema = z.enum(['PRINT', 'POST', 'INSPECTION']);
export type StepKind = z.infer<typeof stepKindSchema>;

/** TASK and CHECKBOX are ticked, TIMESTAMP and PERSON say when and who, FILE is a photo or file that is attached. */
export const checkKindSchema = z.enum([
  'TASK',
  'CHECKBOX',
  'VALUE',
  'MEASUREMENT',
  'TIMESTAMP',
  'LIST',
  'PERSON',
  'FILE',
  'PASS_FAIL',
]);
export type CheckKind = z.infer<typeof checkKindSchema>;

/** What is asked at a step. Limits are of measurements and count as fulfilled; `choices` are of lists. */
export const stepCheckSchema = z.object({
  key,
  kind: checkKindSchema,
  label: name.min(1),
  required: z.boolean().default(true),
  unit: z.string().trim().max(12).default(''),
  lowest: z.number().nullable().default(null),
  highest: z.number().nullable().default(null),
  choices: z.array(z.string().trim().min(1).max(80)).max(50).default([]),
});
export type StepCheck = z.infer<typeof stepCheckSchema>;

export const workCenterSchema = z.object({
  key,
  /** Empty: called as its kind of step. */
  name: name.default(''),
  kind: stepKindSchema,
  /** More open lots than this are told; `null`: any number. */
  limit: z.number().int().min(1).max(10_000).nullable().default(null),
  /** Beyond the limit no further lot is started. */
  blocks: z.boolean().default(false),
});
export type WorkCenter = z.infer<typeof workCenterSchema>;

export const catalogStepSchema = z.object({
  key,
  /** Empty: called as its kind. */
  name: name.default(''),
  kind: stepKindSchema,
  workCenter: key,
  /** May be skipped without a reason. */
  optional: z.boolean().default(false),
  /** A batch of material is scanned. */
  asksBatch: z.boolean().default(false),
  instructions: z.string().trim().max(2000).default(''),
  checks: z.array(stepCheckSchema).max(30).default([]),
});
export type CatalogStep = z.infer<typeof catalogStepSchema>;

const ids = z.array(z.number().int()).max(200).default([]);

/** Which parts go through which steps, in this order. An empty list: all of them. */
export const workplanTemplateSchema = z.object({
  key,
  name: name.default(''),
  processIds: ids,
  materialIds: ids,
  finishIds: ids,
  steps: z.array(key).min(1).max(30),
});
export type WorkplanTemplate = z.infer<typeof workplanTemplateSchema>;

/** How people are told apart at a tablet that all of them use. */
export const kioskSchema = z.object({
  /** Whoever does something there enters their PIN. Otherwise it counts for the account that signed the tablet in. */
  pin: z.boolean(),
  /** So long one PIN holds for what the same person does next; 0: each action asks for it. */
  stretchSeconds: z.number().int().min(0).max(3600),
});

const plainKiosk: z.infer<typeof kioskSchema> = { pin: true, stretchSeconds: 0 };

/** What is printed for the floor. */
export const printsSchema = z.object({
  /** What the QR code of a lot says: its id and nothing else, or the address of its page. */
  code: z.enum(['ID', 'LINK']),
  paper: z.enum(['A4', 'LETTER']),
  /** Parts of a traveler beside the facts and the steps. */
  picture: z.boolean(),
  checks: z.boolean(),
  notes: z.boolean(),
  signatures: z.boolean(),
  /** Millimeters. */
  label: z.object({
    width: z.number().int().min(30).max(210),
    height: z.number().int().min(20).max(297),
  }),
});

const plainPrints: z.infer<typeof printsSchema> = {
  code: 'ID',
  paper: 'A4',
  picture: true,
  checks: true,
  notes: true,
  signatures: true,
  label: { width: 89, height: 36 },
};

const reasons = z.array(z.string().trim().min(1).max(80)).max(50);

export const mesSettingsSchema = z.object({
  workCenters: z.array(workCenterSchema).min(1).max(60),
  steps: z.array(catalogStepSchema).min(1).max(200),
  /** The most exact one that fits is taken; of equally exact ones the first. */
  templates: z.array(workplanTemplateSchema).min(1).max(200),
  scrapReasons: reasons.min(1),
  holdReasons: reasons.min(1),
  /** A step may begin with the first pieces of the step before. */
  lotStreaming: z.boolean(),
  /** So long can a person take back what they counted. */
  shiftHours: z.number().int().min(1).max(24),
  kiosk: kioskSchema.default(plainKiosk),
  /** A build's pieces of one part become lots of at most so many; `null`: one lot. */
  mostPerLot: z.number().int().min(1).max(1_000_000).nullable().default(null),
  /** How new lots are numbered, by `lotNumberFault`; empty: by their id. */
  lotNumber: z.string().trim().max(40).default(''),
  /** A step that ends starts the next one at the same work center. */
  autoAdvance: z.boolean().default(false),
  /** Percent of the ordered pieces that builds may count beyond them. */
  overproduction: z.number().int().min(0).max(100).default(0),
  prints: printsSchema.default(plainPrints),
  /** In force is what the facility's calendar says; publishing writes it there. `null`: a version from before it was part of this. */
  planning: planningRulesSchema.nullable().default(null),
});
export type MesSettings = z.infer<typeof mesSettingsSchema>;

/** Version 0: what is printed is cleaned and inspected. */
export const plainMes: MesSettings = {
  workCenters: [
    { key: 'print', name: '', kind: 'PRINT', limit: null, blocks: false },
    { key: 'finishing', name: '', kind: 'POST', limit: null, blocks: false },
    { key: 'inspection', name: '', kind: 'INSPECTION', limit: null, blocks: false },
  ],
  steps: [
    { key: 'print', name: '', kind: 'PRINT', workCenter: 'print', ...plainStep() },
    { key: 'finishing', name: '', kind: 'POST', workCenter: 'finishing', ...plainStep() },
    { key: 'inspection', name: '', kind: 'INSPECTION', workCenter: 'inspection', ...plainStep() },
  ],
  templates: [
    {
      key: 'standard',
      name: '',
      processIds: [],
      materialIds: [],
      finishIds: [],
      steps: ['print', 'finishing', 'inspection'],
    },
  ],
  scrapReasons: ['Build failed', 'Damaged', 'Out of tolerance', 'Surface', 'Lost'],
  holdReasons: ['Question to the customer', 'Waits for quality', 'Waits for material'],
  lotStreaming: false,
  shiftHours: 12,
  kiosk: plainKiosk,
  mostPerLot: null,
  lotNumber: '',
  autoAdvance: false,
  overproduction: 0,
  prints: plainPrints,
  planning: null,
};

function plainStep(): Pick<CatalogStep, 'optional' | 'asksBatch' | 'instructions' | 'checks'> {
  return { optional: false, asksBatch: false, instructions: '', checks: [] };
}

/** COUNT: not exactly one place for the count, `{####}`. LETTER: none, so that it looks like an id. SIGN: what no number may hold. CODE: it looks like a printed code. */
export type LotNumberFault = 'COUNT' | 'LETTER' | 'SIGN' | 'CODE';

/** What is wrong with a pattern for the numbers of lots; `null`: nothing. */
export function lotNumberFault(pattern: string): LotNumberFault | null {
  if (pattern === '') return null;
  const rest = pattern.replace(/\{(YYYY|YY|MM|DD)\}/g, '');
  const literal = rest.replace(/\{#{1,8}\}/g, '');
  if (!/^[\p{L}\p{N} ._/-]*$/u.test(literal)) return 'SIGN';
  if ((rest.match(/\{#+\}/g) ?? []).length !== 1) return 'COUNT';
  if (!/\p{L}/u.test(literal)) return 'LETTER';
  return readCode(lotNumberOf(pattern, new Date(0), 'UTC', 1)) === null ? null : 'CODE';
}

/** A number by a pattern, on the day that it is in `timeZone`. */
export function lotNumberOf(pattern: string, at: Date, timeZone: string, count: number): string {
  return lotSeriesOf(pattern, at, timeZone).replace(/\{(#+)\}/, (_, places: string) =>
    String(count).padStart(places.length, '0'),
  );
}

/** A pattern with its date: those of one series are counted together, so that a year begins at 1. */
export function lotSeriesOf(pattern: string, at: Date, timeZone: string): string {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const [year = '', month = '', date = ''] = day.format(at).split('-');
  return pattern
    .replaceAll('{YYYY}', year)
    .replaceAll('{YY}', year.slice(2))
    .replaceAll('{MM}', month)
    .replaceAll('{DD}', date);
}

/** What the floor chooses from: work centers and reasons, as published. */
export const readFloor = defineCall({
  id: 'production.floor',
  owner: 'production',
  method: 'GET',
  path: '/api/v1/work-center/floor',
  summary: 'Work centers, reasons and steps of the active facility, as they are in force.',
  guard: anyProvider(
    'It says what steps are called and why pieces are scrapped; lots, orders and people are not in it.',
  ),
  flag: 'WORKPLAN',
  response: mesSettingsSchema
    .pick({
      workCenters: true,
      scrapReasons: true,
      holdReasons: true,
      shiftHours: true,
      lotStreaming: true,
      autoAdvance: true,
    })
    .extend({ steps: z.array(catalogStepSchema.pick({ key: true, name: true, kind: true, workCenter: true })) }),
});
