import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import { dateChoiceSchema, type chooseDate, type DateChoice } from '@sinter/sdk/contract/orders/dates';
import type { CallContext } from '@sinter/sdk/server';
import { agreedMatch, tellChanged, hearers, lockOrder, ordersDb } from '../lifecycle.ts';
import { say } from '../texts.ts';
import { requireVisible } from '../visibility.ts';
import { askedOf } from './order.ts';
import { chosenOffer } from './offers.ts';
import { datesShown } from './shown.ts';

/** As it is kept: of the facility that offered it, with everything. */
export const keptChoiceSchema = dateChoiceSchema.extend({ facility: dateChoiceSchema.shape.facility.unwrap() });

/** A facility learns of another's offer only for when the buyer would like the parts. */
export function choiceFor(kept: DateChoice | null, facilityId: number | null): DateChoice | null {
  if (!kept || facilityId === null || kept.facility?.id === facilityId) return kept;
  const { leadTimeOption, deliveryType, deliveryOn, chosenAt } = kept;
  return {
    facility: null,
    leadTimeOption: { kind: leadTimeOption.kind, name: '' },
    deliveryType: { kind: deliveryType.kind, name: '' },
    total: null,
    readyOn: null,
    deliveryOn,
    reasons: [],
    confidence: null,
    chosenAt,
  };
}

export async function chooseFor(
  context: CallContext,
  { params, body }: CallArguments<typeof chooseDate>,
): Promise<CallResult<typeof chooseDate>> {
  await requireVisible(context, params.id);
  const offer = await chosenOffer(context, { ...body, ...(await askedOf(context, params.id)) });
  const choice = keptChoiceSchema.parse({ ...offer, chosenAt: new Date().toISOString() });
  await context.write(async (unit) => {
    const order = await lockOrder(unit, params.id);
    if (agreedMatch(order)) throw new CallError('CONFLICT', say('datesAgreed'));
    const kept = JSON.stringify(choice);
    await ordersDb(unit).updateTable('rfq_order').set({ date_choice: kept }).where('id', '=', order.id).execute();
    const object = { objectKind: 'RFQ', objectId: String(order.id) };
    await unit.audit({ action: 'order.choose_date', ...object, after: { deliveryOn: choice.deliveryOn, ...body } });
    await tellChanged(unit, order, order.status, hearers(order, order.matches));
  });
  const [shown = choice] = await datesShown(context, [choice]);
  return shown;
}
