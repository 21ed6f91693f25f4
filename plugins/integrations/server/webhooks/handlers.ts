import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import * as calls from '@sinter/sdk/contract/integrations/webhooks';
import { outboundRule, type CallContext, type ServerHost, webhookDeliveries, wrongField } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { ownTransaction } from '../tables.ts';
import { say } from '../texts.ts';
import { act } from './actions.ts';
import { auditedAs, placeOf, toDelivery, webhookOf, webhooksOf, wholeDelivery } from './rows.ts';
import { forgetSecrets, renewSecret } from './secrets.ts';
import { described, eventTree, isNode } from './tree.ts';

type Draft = CallArguments<typeof calls.createWebhook>['body'];

/** More than these are a mistake, or an attack. */
const mostWebhooks = 100;
const pageSize = 30;

export function handleWebhooks(server: ServerHost): void {
  server.handle(calls.webhookEvents, async () => [...eventTree]);
  server.handle(calls.webhookEvent, async (_, { params: { type } }) => {
    const found = described(type);
    if (!found) throw new CallError('NOT_FOUND');
    return { type, ...found };
  });
  server.handle(calls.listWebhooks, (context) => webhooksOf(context));

  server.handle(calls.createWebhook, async (context, { body }) => {
    await checkDraft(context, body);
    const { facilityId, user } = context;
    const made = await context.write(async (unit) => {
      const db = ownTransaction(unit.db);
      // Two at once do not make one too many.
      await sql`select from facility where id = ${facilityId} for no key update`.execute(db);
      const { count } = await db
        .selectFrom('webhook')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('facility_id', '=', facilityId)
        .executeTakeFirstOrThrow();
      if (count >= mostWebhooks) throw new CallError('NOT_POSSIBLE', say('tooMany', { count: mostWebhooks }));
      const { name, url, events } = body;
      const { id } = await db
        .insertInto('webhook')
        .values({ ...{ name, url, events }, facility_id: facilityId, created_by: user.userId })
        .returning('id')
        .executeTakeFirstOrThrow();
      const secret = await renewSecret(context, unit, id, false);
      await unit.audit({ action: 'webhook.created', ...auditedAs(id), after: { name, url, events } });
      return { id, secret };
    });
    return { ...(await webhookOf(context, made.id)), secret: made.secret };
  });

  server.handle(calls.updateWebhook, async (context, { body: { id, ...draft } }) => {
    await checkDraft(context, draft);
    await context.write(async (unit) => {
      const db = ownTransaction(unit.db);
      const mine = db.selectFrom('webhook').where('id', '=', id).where('facility_id', '=', context.facilityId);
      const before = await mine.select(['name', 'url', 'events']).forUpdate().executeTakeFirst();
      if (!before) throw new CallError('NOT_FOUND');
      await db.updateTable('webhook').set(draft).where('id', '=', id).execute();
      await unit.audit({ action: 'webhook.changed', ...auditedAs(id), before, after: draft });
    });
    return webhookOf(context, id);
  });

  server.handle(calls.deleteWebhook, async (context, { params: { id } }) => {
    const { facilityId } = context;
    await context.write(async (unit) => {
      const gone = await ownTransaction(unit.db)
        .deleteFrom('webhook')
        .where('id', '=', id)
        .where('facility_id', '=', facilityId)
        .returning('name')
        .executeTakeFirst();
      if (!gone) throw new CallError('NOT_FOUND');
      await forgetSecrets(context, unit, id);
      await context.get(webhookDeliveries).remove(unit, placeOf(id, facilityId));
      await unit.audit({ action: 'webhook.removed', ...auditedAs(id), before: gone });
    });
    return { success: 'true' as const };
  });

  server.handle(calls.actOnWebhook, async (context, { params: { id, type }, body }) => {
    const more = await act(context, id, type, body);
    return { ...(await webhookOf(context, id)), ...more };
  });

  server.handle(calls.webhookDeliveryList, async (context, { params: { id }, query: { state, before = null } }) => {
    await webhookOf(context, id);
    const found = await context.get(webhookDeliveries).newest(context.db, placeOf(id, context.facilityId), {
      ...{ failedOnly: state === 'FAILED', before, size: pageSize + 1 },
    });
    return { deliveries: found.slice(0, pageSize).map(toDelivery), more: found.length > pageSize };
  });

  server.handle(calls.webhookDelivery, async (context, { params: { id, deliveryId } }) => {
    await webhookOf(context, id);
    return wholeDelivery(context, id, deliveryId);
  });
}

async function checkDraft(context: CallContext, { url, events }: Draft): Promise<void> {
  if (events.some((node) => !isNode(node))) throw wrongField('events', say('unknownEvent'));
  if (!(await context.get(outboundRule)(new URL(url)))) throw wrongField('url', say('forbiddenAddress'));
}
