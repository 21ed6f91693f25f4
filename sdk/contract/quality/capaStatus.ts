import * as z from 'zod';

/** Where a corrective or preventive action stands (product 2, CAPA). */
export const capaStatusSchema = z.enum(['DRAFT', 'OPEN', 'IN_PROGRESS', 'VERIFICATION', 'CLOSED']);
export type CapaStatus = z.infer<typeof capaStatusSchema>;
