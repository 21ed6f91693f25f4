import { characteristicSchema, inspectionPlanSchema } from '@sinter/sdk/contract/quality/inspectionPlans';
import { expect, it } from 'vitest';
import { enteredIn, enteringSchema } from './entered.ts';

const planOf = (lowest: ReturnType<typeof enteredIn>) => ({
  ...inspectionPlanSchema.parse({ name: 'Bracket' }),
  characteristics: [{ ...characteristicSchema.parse({ key: 'bore' }), lowest }],
});

it('takes numbers as they are written, and keeps what is none until it is mended', () => {
  expect(['5,95', ' 6. ', '', '6..05'].map(enteredIn)).toEqual([5.95, 6, null, '6..05']);
  const wrong = planOf(enteredIn('6..05'));
  expect(enteringSchema.parse(wrong).characteristics[0]?.lowest).toBe('6..05');
  expect(inspectionPlanSchema.safeParse(wrong).error?.issues[0]?.path).toEqual(['characteristics', 0, 'lowest']);
  expect(inspectionPlanSchema.safeParse(planOf(5.95)).success).toBe(true);
});
