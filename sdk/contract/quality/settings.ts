import * as z from 'zod';
import { memberRoleSchema } from '../enums.ts';
import { documentLanguageSchema } from '../orders/documents.ts';
import { capaTemplatesSchema, noCapaTemplates } from './capaTemplates.ts';
import { type QualityGate } from './gates.ts';

/**
 * How strictly a facility works with non-conformances (product 2, Quality settings): a setting with versions of the kind
 * `quality/settings`. As it is delivered nobody's work is blocked by it.
 */
export const qualityKind = 'quality/settings';

const key = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/)
  .describe('Never changes: non-conformances name it.');
const name = z.string().trim().max(80);

/**
 * OFF: a non-conformance is a note; whoever may dispose closes it alone. BASIC: pieces are disposed of by quantity, and a
 * concession needs the customer. FULL: besides, the review board signs, by two different people.
 */
export const rigorSchema = z.enum(['OFF', 'BASIC', 'FULL']);
export type Rigor = z.infer<typeof rigorSchema>;

/** What an open non-conformance does to what passes. WARN: it is named, and a person says that it goes on. BLOCK: it is refused. */
export const gateRigorSchema = z.enum(['OFF', 'WARN', 'BLOCK']);
export type GateRigor = z.infer<typeof gateRigorSchema>;

/** What is done with pieces that do not conform (product 2, Part NCR). */
export const dispositionSchema = z.enum([
  'USE_AS_IS',
  'REWORK',
  'REPAIR',
  'REMAKE',
  'SCRAP',
  'RETURN_TO_SUPPLIER',
  'RETURN_FROM_CUSTOMER',
]);
export type Disposition = z.infer<typeof dispositionSchema>;

/** `dueDays`: so many days after it was opened it should be closed; `null`: no date. Worst first. */
export const severitySchema = z.object({
  key,
  /** Empty: called as its key is in the reader's language, for those that are delivered. */
  name: name.default(''),
  dueDays: z.number().int().min(0).max(3650).nullable().default(null),
});
export type Severity = z.infer<typeof severitySchema>;

export const ncrTypeSchema = z.object({ key, name: name.default('') });

/** A defect below another one, or at the top. Ids stay what they are. */
export const defectSchema = z.object({
  id: z.number().int().positive(),
  parentId: z.number().int().positive().nullable(),
  name: name.min(1),
});

export type Defect = z.infer<typeof defectSchema>;

/** `{YYYY}` the year, `{MM}` the month, `{####}` a counter with so many digits, anew each year where the year is in it. */
const numbering = z
  .string()
  .trim()
  .max(40)
  .regex(
    /^[^{}]*(?:\{(?:YYYY|YY|MM)\}[^{}]*)*\{#{1,9}\}[^{}]*$/,
    'One counter such as {####}, and nothing else in braces but {YYYY}, {YY} and {MM}',
  );

/** What a certificate of conformity rests on: lots with their inspections and passports, and what the customer has conceded. */
export const certificateSectionSchema = z.enum(['LOTS', 'CONCESSIONS']);
export type CertificateSection = z.infer<typeof certificateSectionSchema>;

/** What a statement may name, as `{orders}`. */
export const certificateTokens = ['facility', 'customer', 'orders', 'parts', 'processes', 'materials', 'lots'] as const;
export type CertificateToken = (typeof certificateTokens)[number];

/** What certificates of conformity say from then on. */
export const certificateTemplateSchema = z.object({
  sections: z.array(certificateSectionSchema).max(2),
  /** By the language of the paper, with tokens; where there is none, the product's own sentence. */
  statements: z.partialRecord(documentLanguageSchema, z.string().trim().max(2000)),
});
export type CertificateTemplate = z.infer<typeof certificateTemplateSchema>;
const plainCertificate: CertificateTemplate = { sections: ['LOTS', 'CONCESSIONS'], statements: {} };

export const qualitySettingsSchema = z.object({
  rigor: rigorSchema,
  gates: z.object({
    JOB_START: gateRigorSchema,
    STEP_START: gateRigorSchema,
    STEP_FINISH: gateRigorSchema,
    SHIP: gateRigorSchema,
  } satisfies Record<QualityGate, typeof gateRigorSchema>),
  types: z.array(ncrTypeSchema).min(1).max(50),
  severities: z.array(severitySchema).min(1).max(10),
  defects: z.array(defectSchema).max(500),
  /** Those that may be chosen. */
  dispositions: z.array(dispositionSchema).min(1).max(7),
  /** Functions that may sign for the review board, besides the right to quality management. */
  boardRoles: z.array(memberRoleSchema).max(20),
  ncrNumber: numbering,
  capaNumber: numbering,
  /** By method. */
  capaTemplates: capaTemplatesSchema,
  certificate: certificateTemplateSchema.default(plainCertificate),
  /** Text at the end of certificates of conformity. */
  certificateText: z.string().trim().max(2000),
});
export type QualitySettings = z.infer<typeof qualitySettingsSchema>;

/** Version 0. */
export const plainQuality: QualitySettings = {
  rigor: 'BASIC',
  gates: { JOB_START: 'OFF', STEP_START: 'OFF', STEP_FINISH: 'OFF', SHIP: 'OFF' },
  types: ['dimension', 'surface', 'material', 'process', 'documents', 'damage'].map((each) => ({
    key: each,
    name: '',
  })),
  severities: [
    { key: 'critical', name: '', dueDays: 2 },
    { key: 'major', name: '', dueDays: 7 },
    { key: 'minor', name: '', dueDays: 30 },
  ],
  defects: [],
  dispositions: ['USE_AS_IS', 'REWORK', 'REPAIR', 'REMAKE', 'SCRAP', 'RETURN_TO_SUPPLIER', 'RETURN_FROM_CUSTOMER'],
  boardRoles: ['SP_SUPER_ADMIN', 'SP_ADMIN', 'SP_MANAGER', 'SP_APPLICATION_ENGINEER'],
  ncrNumber: 'NCR-{YYYY}-{####}',
  capaNumber: 'CAPA-{YYYY}-{####}',
  capaTemplates: noCapaTemplates,
  certificate: plainCertificate,
  certificateText: '',
};
