import { CallError } from '@sinter/sdk/contract';
import type { CallResult } from '@sinter/sdk/contract/call';
import { deliveryProblemSchema } from '@sinter/sdk/contract/apps/deliveries';
import type { listWebhooks } from '@sinter/sdk/contract/integrations/webhooks';
import {
  type CallContext,
  webhookDeliveries,
  type WebhookDelivery,
  type WebhookHealth,
  type WebhookPlace,
  type WholeDelivery,
} from '@sinter/sdk/server';
import { ownDb } from '../tables.ts';
import { webhookKind } from './receivers.ts';

export type Webhook = CallResult<typeof listWebhooks>[number];

export const placeOf = (id: number, facilityId: number): WebhookPlace => ({
  ...{ kind: webhookKind, name: String(id), facilityId },
});

export const auditedAs = (id: number) => ({ objectKind: 'WEBHOOK', objectId: String(id) });

export async function wholeDelivery(context: CallContext, id: number, deliveryId: number) {
  const found = await context.get(webhookDeliveries).one(context.db, placeOf(id, context.facilityId), deliveryId);
  if (!found) throw new CallError('NOT_FOUND');
  return toWhole(found);
}

export async function webhooksOf(context: CallContext, id?: number): Promise<Webhook[]> {
  const { db, facilityId } = context;
  const rows = await ownDb(db)
    .selectFrom('webhook')
    .select(['id', 'name', 'url', 'events', 'enabled', 'old_secret_until'])
    .where('facility_id', '=', facilityId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .orderBy('name')
    .orderBy('id')
    .execute();
  const health = await context.get(webhookDeliveries).health(db, { kind: webhookKind, facilityId });
  return rows.map(({ old_secret_until, enabled, ...row }) => {
    const own = health.get(String(row.id));
    return {
      ...row,
      ...healthOf(own),
      state: own?.disabled ? 'AUTO_DISABLED' : enabled ? 'ACTIVE' : 'DISABLED',
      oldSecretUntil: old_secret_until && old_secret_until > new Date() ? old_secret_until.toISOString() : null,
    };
  });
}

/** Throws NOT_FOUND where the facility has no such webhook. */
export async function webhookOf(context: CallContext, id: number): Promise<Webhook> {
  const [found] = await webhooksOf(context, id);
  if (!found) throw new CallError('NOT_FOUND');
  return found;
}

function healthOf(health: WebhookHealth | undefined) {
  const { last = null, disabled = null, delivered = 0, failed = 0 } = health ?? {};
  const answer = last && toAnswer(last.at, last.code, last.problem);
  const tried = delivered + failed;
  return {
    successRate: tried === 0 ? null : delivered / tried,
    last: answer,
    lastError: answer?.problem ? [answer.problem, answer.code].filter((part) => part !== null).join(' ') : null,
    disabled: disabled && { at: disabled.at.toISOString(), reason: disabled.reason },
  };
}

const toAnswer = (at: Date, code: number | null, problem: string | null) => ({
  ...{ at: at.toISOString(), code },
  problem: deliveryProblemSchema.nullable().parse(problem),
});

export function toDelivery(one: WebhookDelivery) {
  const { id, messageId, type, state, attempts, ms, happenedAt, dueAt, answeredAt, code, problem } = one;
  const answered = answeredAt ?? (problem === null ? null : happenedAt);
  return {
    ...{ id, messageId, type, state, attempts, ms },
    happenedAt: happenedAt.toISOString(),
    dueAt: state === 'WAITING' ? dueAt.toISOString() : null,
    answer: answered && toAnswer(answered, code, problem),
  };
}
const toWhole = ({ body, requestHead, responseHead, ...one }: WholeDelivery) => ({
  ...toDelivery(one),
  ...{ body, requestHead, responseHead },
});
