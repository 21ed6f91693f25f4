import * as z from 'zod';
import { defineCall } from '../call.ts';
import { documentLanguageSchema } from '../orders/documents.ts';
import { provider } from '../guard.ts';

/** Failures, defects, non-conformances and corrective actions (specification 7.6, named there without fields). */

const id = z.number().int();
const inspector = provider('QUALITY_MANAGEMENT_ACCESS');

/** The reasons for scrap in the settings of production, numbered in their order (specification 7.6). */
export const listFailures = defineCall({
  id: 'quality.failures',
  owner: 'quality',
  method: 'GET',
  path: '/api/v1/failures',
  summary: 'Reasons a build can fail for.',
  guard: inspector,
  flag: 'QUALITY_MANAGEMENT',
  response: z.array(z.object({ id, name: z.string() })),
});

/** As in the settings of quality (specification 7.6). */
export const listDefects = defineCall({
  id: 'quality.defects',
  owner: 'quality',
  method: 'GET',
  path: '/api/v1/defects',
  summary: 'The tree of defects a part can have, as rows that name their parent.',
  guard: inspector,
  flag: 'QUALITY_MANAGEMENT',
  response: z.array(z.object({ id, parentId: id.nullable(), name: z.string() })),
});

/** `createdOn`: ISO date and time. The newest thousand; `searchNcrs` pages (product 2, Process NCR and Part NCR). */
export const listComplianceReports = defineCall({
  id: 'quality.complianceReports',
  owner: 'quality',
  method: 'GET',
  path: '/api/v1/compliance-reports',
  summary: 'Non-conformance reports of the facility, newest first.',
  guard: inspector,
  flag: 'QUALITY_MANAGEMENT',
  response: z.array(
    z.object({
      id,
      title: z.string(),
      status: z.enum(['OPEN', 'IN_REVIEW', 'DISPOSITIONED', 'CLOSED', 'VOID']),
      severity: z.string(),
      orderId: id.nullable(),
      jobId: id.nullable(),
      affectedQuantity: z.number().int(),
      createdOn: z.string(),
    }),
  ),
});

/** The draft is shown where there is one. Refused with NOT_FOUND where there is no such shipment, or none at all. */
export const previewCertificate = defineCall({
  id: 'quality.previewCertificate',
  owner: 'quality',
  method: 'GET',
  path: '/api/v1/quality/certificate-preview',
  summary: 'A certificate of conformity as the settings would print it, of a shipment or of the newest one.',
  guard: provider('QMS_SETTINGS_EDITOR'),
  flag: 'QUALITY_MANAGEMENT',
  query: z.object({
    shipmentId: z.coerce.number().int().positive().optional(),
    language: documentLanguageSchema.optional(),
  }),
  produces: 'stream',
  response: z.unknown(),
});
