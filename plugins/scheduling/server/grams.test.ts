import { materialUnitSchema } from '@sinter/sdk/contract/scheduling/jobs';
import { convertMaterial } from '@sinter/sdk/i18n';
import { expect, test } from 'vitest';
import { gramsOf } from './grams.ts';

test.each(materialUnitSchema.options)('%s are as many grams as on a screen', (unit) => {
  expect(gramsOf(3.5, unit, 0.93)).toBeCloseTo(convertMaterial(3.5, unit, 'GRAM', 0.93), 9);
});
