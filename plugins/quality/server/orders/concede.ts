import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallReply } from '@sinter/sdk/contract/call';
import type { answerConcession } from '@sinter/sdk/contract/quality/orderNcrs';
import type { CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { carryOut } from '../ncr/carry.ts';
import { lockNcr, remember, touch } from '../ncr/lock.ts';
import { tellAnswered } from '../ncr/notices.ts';
import { qualitySettings } from '../settings.ts';
import { qualityDb } from '../tables.ts';
import { say } from '../texts.ts';
import { requireOrder } from './ofOrder.ts';

/** The customer says whether pieces may be used as they are. */
export async function concede(
  context: CallContext,
  { params, body }: CallArguments<typeof answerConcession>,
): Promise<CallReply<typeof answerConcession>> {
  await requireOrder(context, params.orderId);
  const { user } = context;
  if (!body.accepts && body.note === '') {
    throw new CallError('INVALID_INPUT', undefined, { fields: { note: say('reasonMissing') } });
  }
  return context.write(async (unit) => {
    const { rows } = await sql<{ facilityId: number }>`
      select facility_id as "facilityId" from ncr where id = ${params.id} and order_id = ${params.orderId} and customer_visible
    `.execute(unit.db);
    const [of] = rows;
    if (!of) throw new CallError('NOT_FOUND');
    // Whether they may know of it was decided with the order.
    const ncr = await lockNcr(context, unit, params.id, { facilityId: of.facilityId, cleared: true });
    const row = ncr.rows.find(({ id }) => id === params.rowId);
    if (!row) throw new CallError('NOT_FOUND');
    if (row.state !== 'CUSTOMER') throw new CallError('CONFLICT', say('notAsked'));
    const { accepts, note } = body;
    row.concession = { userId: user.userId, at: new Date().toISOString(), accepts, note };
    if (!accepts) row.state = 'REFUSED';
    await qualityDb(unit)
      .updateTable('ncr_row')
      .set({ concession: JSON.stringify(row.concession), state: row.state })
      .where('id', '=', row.id)
      .execute();
    await remember(unit, ncr, {
      ...{ what: 'CONCESSION', note, about: accepts ? 'ACCEPTS' : 'REFUSES', quantity: row.quantity, by: user.userId },
    });
    const { rigor } = await qualitySettings(context, unit.db, ncr.facilityId);
    if (accepts) await carryOut({ services: context, unit, by: null, rigor }, ncr);
    await touch(unit, ncr);
    await tellAnswered(unit, ncr, accepts, user.userId);
    return { state: row.state };
  });
}
