import type * as z from 'zod';
import type { appSchema } from '@sinter/sdk/contract/host/configuration';

/** An app as specification 3 has it. */
export type AppEntry = z.infer<typeof appSchema>;

/** A link to another application that a facility has agreed to. */
export interface LinkApp extends AppEntry {
  id: number;
  /** Where it opens: a page of this server that passes on who comes. */
  opens: string;
}

/** The app's entry in the side menu. */
export const appEntryId = ({ id }: LinkApp): string => `app.${id}`;
