import * as z from 'zod';
import { defineCall } from '../call.ts';
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
