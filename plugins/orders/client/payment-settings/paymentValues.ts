import { paymentSettingsInputSchema, type PaymentSettings } from '@sinter/sdk/contract/orders/payments';
import * as z from 'zod';

/** Of a key as it is typed: empty keeps the stored one, `null` removes it. */
export interface PaymentValues {
  purchaseOrder: boolean;
  onAccount: PaymentSettings['onAccount'];
  accountCompanyIds: number[];
  card: boolean;
  secretKey: string | null;
  webhookSecret: string | null;
  apiAddress: string;
}

export const valuesOf = ({
  purchaseOrder,
  onAccount,
  accountCompanyIds,
  card,
  apiAddress,
}: PaymentSettings): PaymentValues => ({
  ...{ purchaseOrder, onAccount, accountCompanyIds, card, apiAddress: apiAddress ?? '' },
  ...{ secretKey: '', webhookSecret: '' },
});

const { purchaseOrder, onAccount, accountCompanyIds, card, apiAddress } = paymentSettingsInputSchema.shape;
const key = z.string().trim().max(300).nullable();
const typed = z.object({
  ...{ purchaseOrder, onAccount, accountCompanyIds, card },
  ...{ secretKey: key, webhookSecret: key, apiAddress: z.string().trim() },
});

const changeOf = (value: string | null) => (value === '' ? undefined : value);

/** `noAddress`: what is said of an address that is none. */
export const valuesSchema = (noAddress: string) =>
  typed
    .extend({
      apiAddress: typed.shape.apiAddress.refine((text) => text === '' || apiAddress.safeParse(text).success, noAddress),
    })
    .transform(({ secretKey, webhookSecret, ...values }) => ({
      ...values,
      apiAddress: values.apiAddress === '' ? null : values.apiAddress,
      secretKey: changeOf(secretKey),
      webhookSecret: changeOf(webhookSecret),
    }));
