import {
  characteristicSchema,
  inspectionPlanSchema,
  type Characteristic,
  type InspectionPlan,
} from '@sinter/sdk/contract/quality/inspectionPlans';
import * as z from 'zod';
import { numberIn } from '../../shared/inspection/judge.ts';

/** A number as somebody enters it: what is no number yet stays the text that it is. */
export type Entered = number | string | null;
const entered = z.union([z.number(), z.string().max(40)]).nullable();

/** A plan while somebody writes it. */
export type EnteredCharacteristic = Omit<Characteristic, 'nominal' | 'lowest' | 'highest'> &
  Record<'nominal' | 'lowest' | 'highest', Entered>;
export type EnteredPlan = Omit<InspectionPlan, 'characteristics'> & { characteristics: EnteredCharacteristic[] };

export const enteringSchema: z.ZodType<EnteredPlan> = inspectionPlanSchema.extend({
  characteristics: z.array(
    characteristicSchema.extend({ name: z.string(), nominal: entered, lowest: entered, highest: entered }),
  ),
});

/** What a field says: a number, nothing, or what is none. */
export const enteredIn = (text: string): Entered => (text.trim() === '' ? null : (numberIn(text) ?? text));
