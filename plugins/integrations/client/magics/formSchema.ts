import { magicsConfigSchema } from '@sinter/sdk/contract/host/magicsConfig';
import type { PluginHost } from '@sinter/sdk/plugin';
import * as z from 'zod';

/** What is entered; an address that is missing or none is said in words. */
export function formSchema(t: PluginHost['t']) {
  const { nonItarAdapterUrl, itarAdapterUrl } = magicsConfigSchema.shape;
  const address = (of: z.ZodType<string, string>, missing: string) =>
    z
      .string()
      .trim()
      .min(1, { error: missing, abort: true })
      .refine((text) => of.safeParse(text).success, { error: t('magics.noAddress') });
  return z.object({
    nonItarAdapterUrl: address(nonItarAdapterUrl, t('magics.nonItarAdapterUrl.missing')),
    itarAdapterUrl: address(itarAdapterUrl, t('magics.itarAdapterUrl.missing')),
    isMagicsEnabled: z.boolean(),
    preInQueueMagicsButton: z.boolean(),
    useSelection: z.boolean(),
  });
}
