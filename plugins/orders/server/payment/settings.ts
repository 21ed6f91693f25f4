import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import { paymentNotice, type PaymentSettings, type savePaymentSettings } from '@sinter/sdk/contract/orders/payments';
import {
  keptSecrets,
  outbound,
  wrongField,
  type CallContext,
  type PaymentOptions,
  type Tables,
} from '@sinter/sdk/server';
import { sql, type Kysely } from 'kysely';
import { ordersDb } from '../lifecycle.ts';
import type { OrderTables } from '../tables.ts';
import { say } from '../texts.ts';
import { CardRefused } from './cardService.ts';
import { webhookSecretOf } from './cards.ts';
import { secretKeyName, settingOf, webhookSecretName } from './settingRow.ts';
import { stripeAt } from './stripe.ts';

type Input = CallArguments<typeof savePaymentSettings>['body'];

export async function readSettings(context: CallContext): Promise<PaymentSettings> {
  const { db, facilityId, origin } = context;
  const [secretKey, webhookSecret] = [secretKeyName(facilityId), webhookSecretName(facilityId)];
  const [rules, secrets, waiting, { rows: customers }] = await Promise.all([
    settingOf(db, facilityId),
    context.get(keptSecrets).known(db, [secretKey, webhookSecret]),
    paymentsUnderWay(db, facilityId),
    sql<{ id: number; name: string }>`
      select c.id, c.name from company c where exists (
        select from rfq_match m join rfq_order o on o.id = m.order_id
        where m.facility_id = ${facilityId} and o.company_id = c.id)
      order by c.name, c.id limit 1000
    `.execute(db),
  ]);
  return {
    ...rules,
    customers,
    secretKeySet: secrets.has(secretKey),
    webhookSecretSet: secrets.has(webhookSecret),
    waiting,
    webhookURL: origin + paymentNotice.path.replace('{facilityId}', String(facilityId)),
  };
}

export async function saveSettings(context: CallContext, input: Input): Promise<PaymentSettings> {
  const { facilityId } = context;
  const secrets = context.get(keptSecrets);
  const kept = await secrets.find(context.db, secretKeyName(facilityId));
  const secretKey = input.secretKey === undefined ? kept : input.secretKey;
  if (input.card) {
    const { webhookSecret = await webhookSecretOf(context, facilityId) } = input;
    if (secretKey === null) throw wrongField('secretKey', say('keyMissing'));
    if (webhookSecret === null) throw wrongField('webhookSecret', say('keyMissing'));
  }
  const before = await settingOf(context.db, facilityId);
  if (secretKey !== null && (input.secretKey !== undefined || input.apiAddress !== before.apiAddress)) {
    await tryKey(context, secretKey, input);
  }
  await context.write(async (unit) => {
    const removes = input.secretKey === null || input.webhookSecret === null;
    if (removes && (await needsKeys(unit.db, facilityId))) throw new CallError('CONFLICT', say('keyNeeded'));
    const values = {
      purchase_order: input.purchaseOrder,
      on_account: input.onAccount,
      account_company_ids: input.accountCompanyIds,
      card: input.card,
      api_address: input.apiAddress,
      test: secretKey !== null && /^[rs]k_test_/.test(secretKey),
      updated_at: new Date(),
    };
    await ordersDb(unit)
      .insertInto('payment_setting')
      .values({ facility_id: facilityId, ...values })
      .onConflict((conflict) => conflict.column('facility_id').doUpdateSet(values))
      .execute();
    if (input.secretKey !== undefined) await secrets.keep(unit, secretKeyName(facilityId), input.secretKey);
    if (input.webhookSecret !== undefined) {
      await secrets.keep(unit, webhookSecretName(facilityId), input.webhookSecret);
    }
    const { secretKey: newKey, webhookSecret: newSecret, ...after } = input;
    await unit.audit({
      action: 'payment.settings_saved',
      objectKind: 'FACILITY',
      objectId: String(facilityId),
      before,
      after: { ...after, secretKeyChanged: newKey !== undefined, webhookSecretChanged: newSecret !== undefined },
    });
  });
  return readSettings(context);
}

async function paymentsUnderWay(db: Kysely<Tables>, facilityId: number): Promise<number> {
  const { count } = await db
    .withTables<OrderTables>()
    .selectFrom('payment')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('facility_id', '=', facilityId)
    .where('state', '=', 'WAITING')
    .executeTakeFirstOrThrow();
  return count;
}

/** Something is being paid or given back, which the payment service has to be asked about. */
async function needsKeys(db: Kysely<Tables>, facilityId: number): Promise<boolean> {
  const refund = await db
    .withTables<OrderTables>()
    .selectFrom('payment_refund')
    .innerJoin('payment', 'payment.id', 'payment_refund.payment_id')
    .select('payment_refund.id')
    .where('payment.facility_id', '=', facilityId)
    .where('payment_refund.state', '=', 'WAITING')
    .limit(1)
    .executeTakeFirst();
  return refund !== undefined || (await paymentsUnderWay(db, facilityId)) > 0;
}

async function tryKey(context: CallContext, secretKey: string, { apiAddress }: Input): Promise<void> {
  const card = await stripeAt({ secretKey, apiAddress }, context.get(outbound));
  await card.tryKey().catch((error: unknown) => {
    context.log.warn('the payment service could not be asked', { error: String(error) });
    if (error instanceof CardRefused) throw wrongField('secretKey', say('keyUnknown'));
    throw wrongField('apiAddress', say('paymentUnreachable'));
  });
}

/** For the specification's configuration record. */
export const offeredWays: PaymentOptions = {
  async read(db, facilityId) {
    const { rows } = await sql<{ purchase_order: boolean; on_account: string; card: boolean }>`
      select purchase_order, on_account, card from payment_setting where facility_id = ${facilityId}
    `.execute(db);
    const [row] = rows;
    return {
      PURCHASE_ORDER: row?.purchase_order ?? true,
      ON_ACCOUNT: row !== undefined && row.on_account !== 'NOBODY',
      CARD: row?.card ?? false,
    };
  },
};
