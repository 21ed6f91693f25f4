import { deliverySettingsSchema, type DeliverySettings } from '@sinter/sdk/contract/orders/dates';
import * as z from 'zod';
import { fromMinor, toMinor } from '../../shared/money.ts';

/** As they are typed: money in major units, and numbers that may be missing. */
export function valuesOf({ deliveryTypes, ...settings }: DeliverySettings, currency: string) {
  return {
    ...settings,
    deliveryTypes: deliveryTypes.map(({ chargeMinor, freeFromMinor, ...type }) => ({
      ...type,
      charge: fromMinor(chargeMinor, currency),
      freeFrom: freeFromMinor === null ? null : fromMinor(freeFromMinor, currency),
    })),
  };
}
export type DeliveryValues = ReturnType<typeof valuesOf>;

const { leadTimeOptions, deliveryTypes, ...days } = deliverySettingsSchema.shape;

/** `number`: what is said of a field that lacks one, or has one that cannot be. */
export function valuesSchema(number: string, currency: string) {
  const told = { error: number };
  const amount = z.number(told).min(0, number).max(1_000_000, number);
  const day = (most: number) => z.number(told).int(number).min(0, number).max(most, number);
  return z
    .object({
      ...days,
      finishingDays: day(60),
      inspectionDays: day(60),
      packingDays: day(60),
      staticLeadTimeDays: day(365).min(1, number),
      taxPercent: z.number(told).min(0, number).max(100, number),
      leadTimeOptions: z.array(
        leadTimeOptions.element.extend({
          leadTimeDays: day(365),
          priceFactor: z.number(told).min(0.1, number).max(10, number),
        }),
      ),
      deliveryTypes: z.array(
        deliveryTypes.element
          .omit({ chargeMinor: true, freeFromMinor: true })
          .extend({ days: day(60), charge: amount, freeFrom: amount.nullable() }),
      ),
    })
    .transform((values) => ({
      ...values,
      deliveryTypes: values.deliveryTypes.map(({ charge, freeFrom, ...type }) => ({
        ...type,
        chargeMinor: toMinor(charge, currency),
        freeFromMinor: freeFrom === null || freeFrom === 0 ? null : toMinor(freeFrom, currency),
      })),
    }));
}

/** One that no entry has. */
export const freeId = (entries: readonly { id: number }[]): number => Math.max(0, ...entries.map(({ id }) => id)) + 1;
