import { sql } from 'kysely';
import type { WebhookReceivers, Work } from '@sinter/sdk/server';
import type { Outcome } from './attempt.ts';
import { failsForDays, pauseAfter, restAfter } from './retries.ts';
import { type RoomTransaction, roomTransaction } from './tables.ts';

/** One message of a round. */
export interface Tried {
  id: number;
  /** Before this one. */
  attempts: number;
  outcome: Outcome;
}

const longest = (wishes: readonly (number | null)[]): number | null =>
  wishes.reduce((most, one) => (one === null ? most : Math.max(most ?? 0, one)), null);

/** Writes down what came of a round: what is delivered, when the rest is tried again, and whether the receiver rests. */
export async function settle(
  unit: Work,
  endpointId: number,
  tried: readonly Tried[],
  receivers: readonly WebhookReceivers[],
): Promise<void> {
  const db = roomTransaction(unit.db);
  const rows = tried.map(({ id, attempts, outcome: { problem, code, ms, wished, requestHead, responseHead } }) => {
    const pause = problem === null || problem === 'GONE' ? null : pauseAfter(attempts + 1, wished);
    const state = problem === null ? 'DELIVERED' : pause === null ? 'FAILED' : 'WAITING';
    return { id, state, code, problem, ms, pause: pause ?? 0, requestHead, responseHead };
  });
  await sql`update webhook_delivery delivery set state = row.state, code = row.code, problem = row.problem, ms = row.ms,
      attempts = attempts + 1, answered_at = now(), due_at = now() + row.pause * interval '1 ms',
      request_head = row."requestHead", response_head = row."responseHead"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (id bigint, state text, code int, problem text, ms int, pause float, "requestHead" text, "responseHead" text)
    where delivery.id = row.id`.execute(db);
  const delivered = tried.filter(({ outcome }) => outcome.problem === null).length;
  await countAttempts(db, endpointId, { delivered, failed: tried.length - delivered });

  const last = tried.at(-1)?.outcome;
  const answer = { last_at: new Date(), last_code: last?.code ?? null, last_problem: last?.problem ?? null };
  const save = (change: object) =>
    db
      .updateTable('webhook_endpoint')
      .set({ ...answer, ...change })
      .where('id', '=', endpointId);
  if (tried.some(({ outcome }) => outcome.problem === 'GONE')) {
    await save({ last_code: 410, last_problem: 'GONE' }).execute();
    return disable(unit, endpointId, 'GONE', receivers);
  }
  const wished = longest(tried.map(({ outcome }) => outcome.wished));
  if (tried.some(({ outcome }) => outcome.problem === null)) {
    const rests_until = wished === null ? null : new Date(Date.now() + restAfter(1, wished));
    await save({ failing_since: null, failed_rounds: 0, rests_until }).execute();
    return;
  }
  // One that answers may have something against these messages alone, and hears of others.
  const silent = tried.some(({ outcome }) => outcome.code === null);
  const { failing_since, failed_rounds } = await save({
    failing_since: sql`coalesce(failing_since, now())`,
    failed_rounds: silent ? sql`failed_rounds + 1` : 0,
  })
    .returning(['failing_since', 'failed_rounds'])
    .executeTakeFirstOrThrow();
  if (failing_since && Date.now() - failing_since.getTime() > failsForDays * 86_400_000) {
    return disable(unit, endpointId, 'FAILING', receivers);
  }
  if (silent || wished !== null) {
    await save({ rests_until: new Date(Date.now() + restAfter(Math.max(failed_rounds, 1), wished)) }).execute();
  }
}

/** For the share of them that succeeds. */
export async function countAttempts(
  db: RoomTransaction,
  endpointId: number,
  { delivered, failed }: { delivered: number; failed: number },
): Promise<void> {
  await sql`insert into webhook_hour as known (endpoint_id, hour, delivered, failed)
    values (${endpointId}, date_trunc('hour', now()), ${delivered}, ${failed})
    on conflict (endpoint_id, hour) do update
    set delivered = known.delivered + excluded.delivered, failed = known.failed + excluded.failed`.execute(db);
}

/** Nothing is sent to it any more, and what waits has failed, until somebody resumes it and sends that again. */
async function disable(
  unit: Work,
  endpointId: number,
  reason: 'GONE' | 'FAILING',
  receivers: readonly WebhookReceivers[],
): Promise<void> {
  const db = roomTransaction(unit.db);
  const { kind, name, facility_id } = await db
    .updateTable('webhook_endpoint')
    .set({ disabled_at: new Date(), disabled_reason: reason })
    .where('id', '=', endpointId)
    .returning(['kind', 'name', 'facility_id'])
    .executeTakeFirstOrThrow();
  await db
    .updateTable('webhook_delivery')
    .set({ state: 'FAILED', problem: sql`coalesce(problem, 'OFF')` })
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'WAITING')
    .execute();
  const above = receivers.find((one) => one.kind === kind);
  await unit.audit({
    action: 'webhook.disabled',
    objectKind: above?.objectKind ?? 'MODULE',
    objectId: name,
    facilityId: facility_id,
    after: { reason },
  });
  await above?.disabled(unit, { endpointId, facilityId: facility_id, name, reason });
}
