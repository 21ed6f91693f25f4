import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { expediteLot, limitWorkCenter } from '@sinter/sdk/contract/production/flow';
import { lotChanged } from '@sinter/sdk/contract/production/lots';
import { versions, type CallContext } from '@sinter/sdk/server';
import { productionDb } from '../tables.ts';
import { say } from '../texts.ts';
import { mesWithPlanning } from '../workplan/kind.ts';
import { lockFor } from './lot.ts';

/** Whatever the order's priority says, it is the next one. */
export async function expedite(context: CallContext, { params, body }: CallArguments<typeof expediteLot>) {
  await context.write(async (unit) => {
    const [lot] = await lockFor(context, unit, [params.id]);
    if (!lot) throw new CallError('NOT_FOUND');
    if (lot.state !== 'OPEN') throw new CallError('NOT_POSSIBLE', say('lotDone'));
    await productionDb(unit)
      .updateTable('lot')
      .set({ expedited_at: body.expedited ? new Date() : null, changed_at: new Date() })
      .where('id', '=', lot.id)
      .execute();
    await unit.audit({
      action: 'lot.expedited',
      objectKind: 'WORKPLAN_LOT',
      objectId: String(lot.id),
      before: null,
      after: body.expedited,
    });
    await unit.emit(
      lotChanged,
      { lotId: lot.id, orderId: lot.orderId },
      { facilityIds: [lot.facilityId], controlled: lot.controlled },
    );
  });
  return body;
}

/** The limit is one of the settings of production: it has a version there. */
export async function limit(context: CallContext, { params, body }: CallArguments<typeof limitWorkCenter>) {
  const place = { facilityId: context.facilityId, elementId: '' };
  await context.write(async (unit) => {
    const setting = context.get(versions).of(mesWithPlanning(context), place);
    const { value } = await setting.current(unit.db);
    const center = value.workCenters.find(({ key }) => key === params.key);
    if (!center) throw new CallError('NOT_FOUND');
    if (center.limit === body.limit && center.blocks === body.blocks) return;
    const workCenters = value.workCenters.map((each) => (each === center ? { ...each, ...body } : each));
    await setting.put(unit, { ...value, workCenters }, { note: '', by: context.user.userId });
  });
  return body;
}
