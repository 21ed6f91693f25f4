import * as z from 'zod';

/** Of the adapter on the user's own machine, or in the facility's network. */
const adapterUrl = z.url({ protocol: /^https?$/ }).max(500);

/** The configuration record MAGICS_CONFIG (specification 3). */
export const magicsConfigSchema = z.object({
  nonItarAdapterUrl: adapterUrl,
  /** Opens parts that are export controlled. */
  itarAdapterUrl: adapterUrl,
  /** Buttons at the parts of orders and at jobs. */
  isMagicsEnabled: z.boolean().default(true),
  /** A button at parts that are still to schedule. */
  preInQueueMagicsButton: z.boolean().default(true),
  /** The adapter fetches a selection of any number of parts; without, at most 15 stand in its address. */
  useSelection: z.boolean().default(true),
});
export type MagicsConfig = z.infer<typeof magicsConfigSchema>;

export const magicsConfigType = 'MAGICS_CONFIG';
