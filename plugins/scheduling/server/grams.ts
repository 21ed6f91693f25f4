import type { materialUnitSchema } from '@sinter/sdk/contract/scheduling/jobs';
import type * as z from 'zod';

type MaterialUnit = z.infer<typeof materialUnitSchema>;

/** Grams, or cubic centimetres, in one of each unit. Browsers have the same in `@sinter/sdk/i18n`; a test compares them. */
const grams: Partial<Record<MaterialUnit, number>> = { GRAM: 1, KILOGRAM: 1000, OUNCE: 28.349523125, POUND: 453.59237 };
const cubicCentimetres: Partial<Record<MaterialUnit, number>> = {
  CUBIC_MM: 0.001,
  CUBIC_CM: 1,
  CUBIC_INCH: 16.387064,
  MILI_LITRE: 1,
  LITRE: 1000,
};

/** The density in mg/mm³, which is g/cm³. */
export const gramsOf = (amount: number, unit: MaterialUnit, density: number): number =>
  amount * (grams[unit] ?? (cubicCentimetres[unit] ?? 0) * density);
