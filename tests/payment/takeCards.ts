import { savePaymentSettings, type PaymentSettings } from '@sinter/sdk/contract/orders/payments';
import type { ApiClient } from '@sinter/sdk/api';
import type { PaymentService } from './paymentService.ts';

/** The facility of `admin` takes cards by this payment service, which tells it what becomes of payments. */
export async function takeCards(admin: Pick<ApiClient, 'call'>, service: PaymentService): Promise<PaymentSettings> {
  const settings = await admin.call(savePaymentSettings, {
    body: {
      purchaseOrder: true,
      onAccount: 'EVERYBODY',
      accountCompanyIds: [],
      card: true,
      apiAddress: service.url,
      secretKey: service.secretKey,
      webhookSecret: service.webhookSecret,
    },
  });
  service.webhookURL = settings.webhookURL;
  return settings;
}
