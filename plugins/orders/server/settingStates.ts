import type { SettingStates } from '@sinter/sdk/server';
import { carriersOf } from './carriers/carriers.ts';
import { settingOf } from './payment/settingRow.ts';

/** How things stand with the settings of orders. */
export const settingStatesOf: SettingStates = async (db, facilityId) => {
  const [payment, { carriers }] = await Promise.all([settingOf(db, facilityId), carriersOf(db, facilityId)]);
  return {
    // Without any way to pay nobody can accept a quote.
    'orders/payments': payment.card || payment.purchaseOrder || payment.onAccount !== 'NOBODY' ? 'ON' : 'ERROR',
    'orders/carriers': carriers.some(({ active }) => active) ? 'ON' : 'OFF',
  };
};
