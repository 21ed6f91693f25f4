import * as z from 'zod';
import { defineEvent } from '../event.ts';
import { anyProvider, notKiosk } from '../guard.ts';

/**
 * Goes to the company that owns the parts. It names no part, so that a list asks the server again with the rights of
 * its user.
 */
export const partsChanged = defineEvent({
  type: 'parts.changed',
  summary: "Something in the company's part inventory was added or changed: ask for it again.",
  payload: z.object({}),
  guard: notKiosk,
  origin: 'server',
});

const id = z.number().int();

/** What a facility makes parts with: its machines, and the materials that it keeps. LOADED: a material was put into a machine. */
export const facilityCatalogChanged = defineEvent({
  type: 'catalog.changed',
  summary: 'A machine or material of the facility was added, retired or restored, or a material was loaded.',
  payload: z.object({
    facilityId: id,
    what: z.enum(['ADDED', 'RETIRED', 'RESTORED', 'LOADED']),
    machineId: id.nullable(),
    materialId: id.nullable(),
  }),
  guard: anyProvider('Everybody at a facility sees its machines and materials.'),
  origin: 'server',
});
