import { CallError } from '@sinter/sdk/contract';
import * as calls from '@sinter/sdk/contract/apps/deliveries';
import { readDeliveries, resume, sendAgain } from '../webhooks/deliveries.ts';
import { say } from '../say.ts';
import type { Parts } from './parts.ts';
import { webhookKind } from './webhooks.ts';

const problemOf = (text: string | null) => calls.deliveryProblemSchema.nullable().parse(text);
const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

/** What was told to the server of an app, for the administrators of a facility. */
export function handleDeliveries({ handle, db, apps }: Parts): void {
  const placeOf = (name: string, facilityId: number) => ({ kind: webhookKind, name, facilityId });

  handle(calls.appDeliveries, async ({ facilityId }, { params: { id }, query: { state } }) => {
    const { descriptor } = await apps.get(id, facilityId);
    const read = await readDeliveries(db, placeOf(id, facilityId), state === 'FAILED');
    const answerOf = (at: Date | null, code: number | null, problem: string | null) =>
      at && { at: at.toISOString(), code, problem: problemOf(problem) };
    const runs = await db
      .selectFrom('app_schedule')
      .selectAll()
      .where('facility_id', '=', facilityId)
      .where('plugin_id', '=', id)
      .execute();
    const { endpoint } = read ?? {};
    return {
      events: descriptor.backend?.webhooks.map(({ event }) => event) ?? [],
      waiting: read?.waiting ?? 0,
      delivered: read?.delivered ?? 0,
      failed: read?.failed ?? 0,
      last: endpoint ? answerOf(endpoint.last_at, endpoint.last_code, endpoint.last_problem) : null,
      restsUntil: endpoint?.rests_until && endpoint.rests_until > new Date() ? iso(endpoint.rests_until) : null,
      disabled:
        endpoint?.disabled_at && endpoint.disabled_reason
          ? { at: endpoint.disabled_at.toISOString(), reason: endpoint.disabled_reason }
          : null,
      deliveries:
        read?.deliveries.map((one) => ({
          id: one.id,
          messageId: one.message_id,
          type: one.type,
          state: one.state,
          attempts: one.attempts,
          happenedAt: one.happened_at.toISOString(),
          dueAt: one.state === 'WAITING' ? iso(one.due_at) : null,
          answer: answerOf(one.answered_at ?? (one.problem === null ? null : one.happened_at), one.code, one.problem),
          ms: one.ms,
        })) ?? [],
      schedules:
        descriptor.backend?.schedules.map(({ id: scheduleId, path, every = null, dailyAt = null }) => {
          const run = runs.find((one) => one.schedule_id === scheduleId);
          const last = run ? answerOf(run.last_at, run.code, run.problem) : null;
          return {
            ...{ id: scheduleId, path, every, dailyAt },
            nextAt: iso(run?.next_at ?? null),
            last: last && { ...last, ms: run?.ms ?? null },
            failures: run?.failures ?? 0,
          };
        }) ?? [],
    };
  });

  handle(calls.sendDeliveriesAgain, async ({ facilityId, write }, { params: { id }, body }) => {
    const { descriptor } = await apps.get(id, facilityId);
    const app = descriptor.title;
    if (!(await apps.on(facilityId)).some((one) => one.descriptor.id === id)) {
      throw new CallError('NOT_POSSIBLE', say('app.off', { app }));
    }
    const range = 'ids' in body ? body : { from: new Date(body.from), to: new Date(body.to) };
    return write(async (unit) => {
      const count = await sendAgain(unit, placeOf(id, facilityId), range, ['FAILED']);
      if (count === null) throw new CallError('NOT_POSSIBLE', say('app.deliveriesOff', { app }));
      await unit.audit({ action: 'webhook.sent_again', objectKind: 'MODULE', objectId: id, after: { count } });
      return { count };
    });
  });

  handle(calls.resumeDeliveries, async ({ facilityId, write }, { params: { id } }) => {
    const { descriptor } = await apps.get(id, facilityId);
    await write(async (unit) => {
      if (!(await resume(unit, placeOf(id, facilityId)))) {
        throw new CallError('NOT_POSSIBLE', say('app.deliveriesOn', { app: descriptor.title }));
      }
      await unit.audit({ action: 'webhook.resumed', objectKind: 'MODULE', objectId: id });
    });
    return { success: 'true' as const };
  });
}
