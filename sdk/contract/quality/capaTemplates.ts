import * as z from 'zod';
import { lineSchema } from '../line.ts';

/** What corrective and preventive actions begin with (product 2, Quality settings): by their method, what is asked under each heading, and tasks. */

/** Which headings its analysis has: the eight disciplines, or five times why. */
export const capaMethodSchema = z.enum(['EIGHT_D', 'FIVE_WHYS']);
export type CapaMethod = z.infer<typeof capaMethodSchema>;

/** The headings of a method, in their order. Tasks, root cause and the effectiveness check are fields of their own. */
export const capaHeadings = {
  EIGHT_D: ['d1', 'd2', 'd3', 'd4', 'd5', 'd6', 'd7', 'd8'],
  FIVE_WHYS: ['why1', 'why2', 'why3', 'why4', 'why5'],
} as const satisfies Record<CapaMethod, readonly string[]>;
/** Of any method. */
export const capaHeadingSchema = z.enum([...capaHeadings.EIGHT_D, ...capaHeadings.FIVE_WHYS]);

export const capaTaskKindSchema = z.enum(['CONTAINMENT', 'CORRECTIVE', 'PREVENTIVE', 'VERIFICATION', 'COMMUNICATION']);
export type CapaTaskKind = z.infer<typeof capaTaskKindSchema>;

/** A task that it begins with, due so many days later; `null`: without a date. */
export const capaProposalSchema = z.object({
  kind: capaTaskKindSchema,
  title: lineSchema(200).min(1),
  dueDays: z.number().int().min(0).max(3650).nullable().default(null),
});
export type CapaProposal = z.infer<typeof capaProposalSchema>;

export const mostCapaProposals = 30;

export const capaTemplateSchema = z.object({
  /** What is asked, by heading; nothing where it is left out. */
  questions: z.partialRecord(capaHeadingSchema, z.string().trim().max(300)).default({}),
  tasks: z.array(capaProposalSchema).max(mostCapaProposals).default([]),
});
export type CapaTemplate = z.infer<typeof capaTemplateSchema>;

/** As it is delivered: nothing is asked, and there are no tasks. */
export const noCapaTemplates: Record<CapaMethod, CapaTemplate> = {
  EIGHT_D: { questions: {}, tasks: [] },
  FIVE_WHYS: { questions: {}, tasks: [] },
};
export const capaTemplatesSchema = z
  .object({ EIGHT_D: capaTemplateSchema, FIVE_WHYS: capaTemplateSchema })
  .default(noCapaTemplates);
