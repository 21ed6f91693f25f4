import { paymentSettingsInputSchema, paymentWaySchema, type PaymentWay } from '@sinter/sdk/contract/orders/payments';
import type { Tables } from '@sinter/sdk/server';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import type { OrderTables } from '../tables.ts';

export const secretKeyName = (facilityId: number) => `orders.stripe.${facilityId}.secretKey`;
export const webhookSecretName = (facilityId: number) => `orders.stripe.${facilityId}.webhookSecret`;

const rulesSchema = paymentSettingsInputSchema
  .omit({ secretKey: true, webhookSecret: true })
  .extend({ test: z.boolean() });
/** How a facility may be paid. `card` is only on where there are keys. */
export type PaymentRules = z.output<typeof rulesSchema>;

/** Of a facility that has decided nothing. */
const usual: PaymentRules = {
  purchaseOrder: true,
  onAccount: 'NOBODY',
  accountCompanyIds: [],
  card: false,
  apiAddress: null,
  test: false,
};

export async function settingOf(db: Kysely<Tables>, facilityId: number): Promise<PaymentRules> {
  const row = await db
    .withTables<OrderTables>()
    .selectFrom('payment_setting')
    .select([
      'purchase_order as purchaseOrder',
      'on_account as onAccount',
      'account_company_ids as accountCompanyIds',
      'card',
      'api_address as apiAddress',
      'test',
    ])
    .where('facility_id', '=', facilityId)
    .executeTakeFirst();
  return row ? rulesSchema.parse(row) : usual;
}

/** Stripe counts these in other minor units than their standard says. */
const countedOtherwise = ['ISK', 'UGX'];

/** How this customer may pay such an amount. */
export function waysFor(
  rules: PaymentRules,
  { companyId, amount, currency }: { companyId: number; amount: number; currency: string },
): PaymentWay[] {
  const { onAccount, accountCompanyIds } = rules;
  const ways: Record<PaymentWay, boolean> = {
    PURCHASE_ORDER: rules.purchaseOrder,
    ON_ACCOUNT: onAccount === 'EVERYBODY' || (onAccount === 'CHOSEN' && accountCompanyIds.includes(companyId)),
    CARD: rules.card && amount > 0 && !countedOtherwise.includes(currency),
  };
  return paymentWaySchema.options.filter((way) => ways[way]);
}
