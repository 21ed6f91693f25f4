import { CallError } from '@sinter/sdk/contract';
import type { PaymentWay } from '@sinter/sdk/contract/orders/payments';
import type { Work } from '@sinter/sdk/server';
import type { LockedMatch, LockedOrder } from '../lifecycle.ts';
import { say } from '../texts.ts';
import { settingOf, waysFor } from './settingRow.ts';

/** Throws CONFLICT while the order is being paid: it can be won once. */
export function requireNoPayment(order: LockedOrder): void {
  if (order.matches.some(({ status }) => status === 'PAYMENT_WAITING')) {
    throw new CallError('CONFLICT', say('paymentRunning'));
  }
}

/** Throws CONFLICT unless the facility lets this customer pay such an amount in this way. */
export async function requireWay(
  unit: Work,
  { companyId }: LockedOrder,
  { facilityId }: LockedMatch,
  { way, amount, currency }: { way: PaymentWay; amount: number; currency: string },
): Promise<void> {
  const rules = await settingOf(unit.db, facilityId);
  if (!waysFor(rules, { companyId, amount, currency }).includes(way)) throw new CallError('CONFLICT', say('wayOff'));
}
