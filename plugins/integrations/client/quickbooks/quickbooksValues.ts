import { quickbooksSettingsInputSchema, type QuickbooksSettings } from '@sinter/sdk/contract/integrations/quickbooks';
import type { PluginHost } from '@sinter/sdk/plugin';
import * as z from 'zod';

const { clientId, environment, apiAddress, clientSecret, verifierToken } = quickbooksSettingsInputSchema.shape;

/** As it is entered: an empty secret keeps the stored one. */
export const valuesOf = (settings: QuickbooksSettings) => ({
  clientId: settings.clientId,
  environment: settings.environment,
  apiAddress: settings.apiAddress ?? '',
  clientSecret: '',
  verifierToken: '',
});

/** `isSet`: there is a secret already. */
export const valuesSchema = (t: PluginHost['t'], isSet: boolean) =>
  z
    .object({
      clientId: clientId.min(1, { error: t('quickbooks.clientId.missing') }),
      environment,
      apiAddress: z
        .string()
        .trim()
        .refine((text) => text === '' || apiAddress.safeParse(text).success, { error: t('quickbooks.noAddress') }),
      clientSecret: z
        .string()
        .trim()
        .max(300)
        .refine((text) => isSet || text !== '', { error: t('quickbooks.clientSecret.missing') }),
      verifierToken: z.string().trim().max(300),
    })
    .transform((values) => ({
      ...values,
      apiAddress: values.apiAddress === '' ? null : values.apiAddress,
      clientSecret: values.clientSecret === '' ? undefined : clientSecret.parse(values.clientSecret),
      verifierToken: values.verifierToken === '' ? undefined : verifierToken.parse(values.verifierToken),
    }));
