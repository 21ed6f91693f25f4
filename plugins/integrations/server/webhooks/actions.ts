import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { actOnWebhook } from '@sinter/sdk/contract/integrations/webhooks';
import {
  type CallContext,
  type DeliveryRange,
  siteAddress,
  webhookDeliveries,
  type Work,
  wrongField,
} from '@sinter/sdk/server';
import { ownDb, ownTransaction } from '../tables.ts';
import { say } from '../texts.ts';
import { auditedAs, placeOf, type Webhook, webhookOf, wholeDelivery } from './rows.ts';
import { targetOf } from './receivers.ts';
import { overlapHours, renewSecret } from './secrets.ts';

type Arguments = CallArguments<typeof actOnWebhook>;
type More = Pick<Webhook, 'secret' | 'delivery' | 'count'>;

/** Does one of the things that can be done to a webhook; answers what is told beside how it is then. */
export async function act(
  context: CallContext,
  id: number,
  type: Arguments['params']['type'],
  body: Arguments['body'],
): Promise<More> {
  const { state } = await webhookOf(context, id);
  switch (type) {
    case 'ENABLE':
      return change(context, id, 'webhook.enabled', async (unit) => {
        await set(unit, id, { enabled: true });
        await context.get(webhookDeliveries).resume(unit, placeOf(id, context.facilityId));
        return {};
      });
    case 'DISABLE':
      return change(context, id, 'webhook.switched_off', async (unit) => {
        await set(unit, id, { enabled: false });
        return {};
      });
    case 'ROTATE_SECRET':
      return change(context, id, 'webhook.secret_replaced', async (unit) => {
        await set(unit, id, { old_secret_until: new Date(Date.now() + overlapHours * 3_600_000) });
        return { secret: await renewSecret(context, unit, id, true) };
      });
    case 'TEST':
      return test(context, id);
    case 'REPLAY': {
      const range = rangeOf(body);
      if (state !== 'ACTIVE') throw new CallError('NOT_POSSIBLE', say('notActive'));
      return change(context, id, 'webhook.sent_again', async (unit) => {
        const count = await context.get(webhookDeliveries).sendAgain(unit, placeOf(id, context.facilityId), range);
        if (count === null) throw new CallError('NOT_POSSIBLE', say('notActive'));
        return { count };
      });
    }
  }
}

const change = (context: CallContext, id: number, action: string, work: (unit: Work) => Promise<More>): Promise<More> =>
  context.write(async (unit) => {
    const more = await work(unit);
    const { count } = more;
    await unit.audit({ action, ...auditedAs(id), ...(count !== undefined && { after: { count } }) });
    return more;
  });

const set = (unit: Work, id: number, values: { enabled?: boolean; old_secret_until?: Date }) =>
  ownTransaction(unit.db).updateTable('webhook').set(values).where('id', '=', id).execute();

function rangeOf({ ids, from, to }: Arguments['body']): DeliveryRange {
  if (ids) return { ids };
  if (from !== undefined && to !== undefined) return { from: new Date(from), to: new Date(to) };
  throw wrongField('ids', say('whatAgain'));
}

/** Also of one that is off: it may be tried before it is switched on. */
async function test(context: CallContext, id: number): Promise<More> {
  const { db, facilityId } = context;
  const row = await ownDb(db)
    .selectFrom('webhook')
    .select(['id', 'url', 'old_secret_until'])
    .where('id', '=', id)
    .where('facility_id', '=', facilityId)
    .executeTakeFirst();
  const target = row && (await targetOf(context, row));
  if (!target) throw new CallError('NOT_FOUND');
  const link = `${context.get(siteAddress)()}/service-provider/settings/webhook?webhook=${id}`;
  const deliveryId = await context.get(webhookDeliveries).sendNow(placeOf(id, facilityId), target, {
    ...{ type: 'webhook.test', object: `webhook ${id}`, data: { webhookId: id, facilityId, link } },
  });
  return { delivery: await wholeDelivery(context, id, deliveryId) };
}
