import * as z from 'zod';
import { appSchema } from '@sinter/sdk/contract/host/configuration';

/** Type of the config record with a facility's links to other applications. */
export const appsConfigType = 'APPS';

/** The `configValue` of that record. Logos are pictures of this server, because pages load no others. */
export const appsSchema = z
  .array(
    z.strictObject({
      ...appSchema.shape,
      name: z.string().trim().min(1).max(60),
      logo: z
        .string()
        .max(300)
        .regex(/^\/(?!\/)/, { error: 'a path of this server' })
        .nullable(),
      appURL: z.url({ protocol: /^https$/, error: 'an https address' }).max(500),
    }),
  )
  .max(50)
  .refine((apps) => new Set(apps.map(({ name }) => name)).size === apps.length, {
    error: 'two apps have the same name',
  });
export type App = z.infer<typeof appsSchema>[number];

/** The app's entry in the side menu. */
export const appEntryId = ({ name }: App): string => `app.${name}`;
