import { type Kysely, sql } from 'kysely';
import * as z from 'zod';
import { CallError } from '@sinter/sdk/contract';
import type { DeliveryProblem } from '@sinter/sdk/contract/apps/deliveries';
import { createToken, type Logger } from '@sinter/sdk/plugin';
import { defineJob, type JobContext, type Tables, type Work } from '@sinter/sdk/server';
import type { Schedule } from '#registry/vendor';
import type { Write } from '../work/work.ts';
import { addressOf, below } from './backend.ts';
import type { Parts } from './parts.ts';
import { backOff, nextAfter } from './schedules.ts';
import { openSettings, readSettings } from './settings.ts';
import { roomDb, roomTransaction } from './tables.ts';

/** One call of a vendor's server by the clock. What fails is called again when it is due again, not before. */
export const callBySchedule = defineJob({
  name: 'apps.schedule',
  payload: z.object({ facilityId: z.number().int(), pluginId: z.string(), scheduleId: z.string() }),
  lane: 'outside',
  maxAttempts: 1,
});

const tickEvery = 20_000;

export interface Clock {
  /** Looks now. */
  tick(): Promise<void>;
  stop(): Promise<void>;
}
export const appClock = createToken<Clock>('host/AppClock@1');

interface Wanted {
  facilityId: number;
  pluginId: string;
  schedule: Schedule;
  timeZone: string;
}

const keyOf = (facilityId: number, pluginId: string, scheduleId: string) => `${facilityId} ${pluginId} ${scheduleId}`;

/** Looks every 20 seconds, on every node, what is due; one of them queues it. */
export function startClock(parts: Parts, db: Kysely<Tables>, write: Write, log: Logger): Clock {
  let ticking: Promise<void> | undefined;
  const timer = setInterval(() => {
    ticking ??= tick(parts, db, write)
      .catch((error: unknown) => log.warn('schedules of apps were not looked at', { error: String(error) }))
      .finally(() => (ticking = undefined));
  }, tickEvery).unref();
  return {
    tick: () => tick(parts, db, write),
    async stop() {
      clearInterval(timer);
      await ticking;
    },
  };
}

/** Queues what is due. */
async function tick({ apps }: Parts, db: Kysely<Tables>, write: Write): Promise<void> {
  const facilities = await roomDb(db)
    .selectFrom('facility')
    .select(['id', 'time_zone'])
    .where('active', '=', true)
    .execute();
  const wanted = new Map<string, Wanted>();
  for (const { id: facilityId, time_zone: timeZone } of facilities) {
    for (const { descriptor } of await apps.on(facilityId)) {
      for (const schedule of descriptor.backend?.schedules ?? []) {
        const key = keyOf(facilityId, descriptor.id, schedule.id);
        wanted.set(key, { facilityId, pluginId: descriptor.id, schedule, timeZone });
      }
    }
  }
  await write((unit) => queueDue(unit, wanted));
}

async function queueDue(unit: Work, wanted: ReadonlyMap<string, Wanted>): Promise<void> {
  const db = roomTransaction(unit.db);
  const { rows: locks } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('schedules of apps')) as locked`.execute(db);
  if (locks[0]?.locked !== true) return;
  const now = Date.now();
  const rows = await db
    .selectFrom('app_schedule')
    .select(['facility_id', 'plugin_id', 'schedule_id', 'next_at'])
    .execute();
  const known = new Map(rows.map((row) => [keyOf(row.facility_id, row.plugin_id, row.schedule_id), row]));
  for (const [key, { facility_id, plugin_id, schedule_id, next_at }] of known) {
    const one = wanted.get(key);
    const row = { facility_id, plugin_id, schedule_id };
    if (!one) {
      await db
        .deleteFrom('app_schedule')
        .where(({ and }) => and(row))
        .execute();
    } else if (next_at.getTime() <= now) {
      await db
        .updateTable('app_schedule')
        .set({ next_at: new Date(nextAfter(one.schedule, one.timeZone, now)) })
        .where(({ and }) => and(row))
        .execute();
      const payload = { facilityId: facility_id, pluginId: plugin_id, scheduleId: schedule_id };
      await unit.enqueue(callBySchedule, payload, { key: `schedule ${key}`, account: plugin_id });
    }
  }
  const added = [...wanted].filter(([key]) => !known.has(key)).map(([, one]) => one);
  if (added.length === 0) return;
  await db
    .insertInto('app_schedule')
    .values(
      added.map(({ facilityId, pluginId, schedule, timeZone }) => ({
        facility_id: facilityId,
        plugin_id: pluginId,
        schedule_id: schedule.id,
        next_at: new Date(nextAfter(schedule, timeZone, now)),
      })),
    )
    .execute();
}

/** Calls the vendor's server for nobody: with what the plugin was granted, and no person. */
export async function runSchedule(
  { apps, grants, db, secrets, backend }: Parts,
  { write }: JobContext,
  { facilityId, pluginId, scheduleId }: z.output<typeof callBySchedule.payload>,
): Promise<void> {
  const app = (await apps.on(facilityId)).find(({ descriptor }) => descriptor.id === pluginId);
  const schedule = app?.descriptor.backend?.schedules.find(({ id }) => id === scheduleId);
  if (!app?.descriptor.backend || !schedule) return;
  const { descriptor } = app;
  const place = { facilityId, pluginId };
  const saved = await readSettings(db, place);
  const base = addressOf(saved.backend ?? app.descriptor.backend.url);
  const address = base && below(base, schedule.path);
  if (!address) return;
  const asked: readonly string[] = descriptor.scopes.map(({ scope }) => scope);
  const caller = {
    app: { id: pluginId, title: descriptor.title, version: descriptor.version },
    facilityId,
    userId: null,
    scopes: (await grants.of(pluginId, facilityId)).filter((scope) => asked.includes(scope)),
    secrets: openSettings(secrets, place, saved.secrets),
  };
  const began = Date.now();
  let code: number | null = null;
  let problem: DeliveryProblem | null = null;
  try {
    const answer = await backend(address, caller, { method: 'POST', body: JSON.stringify({ schedule: scheduleId }) });
    code = answer.status;
    if (code < 200 || code >= 300) problem = code >= 300 && code < 400 ? 'REDIRECT' : 'STATUS';
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    problem = error.code === 'NOT_POSSIBLE' ? 'FORBIDDEN' : 'UNREACHABLE';
  }
  await write(async (unit) => {
    const row = { facility_id: facilityId, plugin_id: pluginId, schedule_id: scheduleId };
    const now = Date.now();
    const ran = await roomTransaction(unit.db)
      .updateTable('app_schedule')
      .set({ last_at: new Date(), code, problem, ms: now - began })
      .set({ failures: problem === null ? 0 : sql`failures + 1` })
      .where(({ and }) => and(row))
      .returning('failures')
      .executeTakeFirst();
    if (!ran || ran.failures === 0) return;
    await roomTransaction(unit.db)
      .updateTable('app_schedule')
      .set({ next_at: sql`greatest(next_at, ${new Date(backOff(schedule, ran.failures, now))}::timestamptz)` })
      .where(({ and }) => and(row))
      .execute();
  });
}
