import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import { refusal } from '@sinter/sdk/contract/guard';
import { acknowledgeAlarm, type readTimeline, type readWall } from '@sinter/sdk/contract/connectivity/machines';
import { machineStateSchema, type MachineState } from '@sinter/sdk/contract/connectivity/states';
import { isoTime, type CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { listenSoon } from '../listen/listen.ts';
import { machineFrom, machineName, machines, needsSomebody, oneMachine } from './machines.ts';

const countsSchema = z.array(z.object({ state: machineStateSchema, count: z.number(), needs: z.number() }));

export async function wall(
  context: CallContext,
  { query }: CallArguments<typeof readWall>,
): Promise<CallResult<typeof readWall>> {
  const { state, needsSomebody: needs, q = '', page, size } = query;
  const pattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`;
  const where = sql`${state ? sql`m.state = ${state}` : sql`true`} and ${needs ? needsSomebody : sql`true`}
    and ${q === '' ? sql`true` : sql`(${machineName} ilike ${pattern} or c.name ilike ${pattern})`}`;
  const [found, { rows: totals }, { rows }] = await Promise.all([
    machines(context, where, { limit: size, offset: page * size }),
    sql<{ total: number }>`select count(*)::int as total from ${machineFrom}
      where m.facility_id = ${context.facilityId} and ${where}`.execute(context.db),
    sql`select m.state, count(*)::int as count, (count(*) filter (where ${needsSomebody}))::int as needs from mc_machine m
      left join mc_alarm a on a.id = m.alarm_id and a.cleared_at is null
      where m.facility_id = ${context.facilityId} group by m.state`.execute(context.db),
  ]);
  await beginToListen(context);
  const counts = countsSchema.parse(rows);
  return {
    machines: found,
    total: totals[0]?.total ?? 0,
    counts: counts.map(({ state: of, count }) => ({ state: of, count })),
    needSomebody: counts.reduce((sum, each) => sum + each.needs, 0),
    mayAct: refusal(acknowledgeAlarm.guard, context.user) === null,
  };
}

/** Connectors are on and nobody listens: the feature was turned on since, or everybody who could has died. */
async function beginToListen({ db, facilityId, write }: CallContext): Promise<void> {
  const { rows } = await sql`
    select from mc_connector where facility_id = ${facilityId} and run = 'ON' and not exists (select from mc_lease where until > now())
    limit 1
  `.execute(db);
  if (rows.length > 0) await write((unit) => listenSoon(unit));
}

const mostSpans = 2000;
const spanSchema = z.array(z.object({ state: machineStateSchema, from: z.date() }));

/** States in which a machine could work, and those in which it does. */
const works: readonly MachineState[] = ['RUNNING'];
const couldWork = (state: MachineState): boolean => state !== 'OFFLINE' && state !== 'ERROR';

export async function timeline(
  context: CallContext,
  { params: { id }, query: { hours } }: CallArguments<typeof readTimeline>,
): Promise<CallResult<typeof readTimeline>> {
  const machine = await oneMachine(context, id);
  const to = new Date();
  const from = new Date(to.getTime() - hours * 3_600_000);
  const [{ rows }, { rows: alarms }] = await Promise.all([
    sql`
      select state, from_at as from from (
        (select state, from_at, id from mc_span where machine_id = ${id} and from_at > ${from}
          order by from_at desc, id desc limit ${mostSpans})
        union all (select state, from_at, id from mc_span where machine_id = ${id} and from_at <= ${from}
          order by from_at desc, id desc limit 1)
      ) s order by from_at, id`.execute(context.db),
    sql<CallResult<typeof readTimeline>['alarms'][number]>`
      select a.id, a.code, a.text, ${isoTime('a.raised_at')} as at, a.seen_at is null and a.cleared_at is null as open,
        ${isoTime('a.cleared_at')} as "clearedAt", ${isoTime('a.seen_at')} as "seenAt",
        coalesce((select trim(u.first_name || ' ' || u.last_name) from app_user u where u.id = a.seen_by), '') as "seenBy"
      from mc_alarm a where a.machine_id = ${id} and a.raised_at > ${from} order by a.raised_at desc, a.id limit 100
    `.execute(context.db),
  ]);
  const found = spanSchema.parse(rows);
  const spans = found.map((span, index) => ({
    state: span.state,
    from: new Date(Math.max(span.from.getTime(), from.getTime())),
    to: found[index + 1]?.from ?? to,
  }));
  const sum = (of: (state: MachineState) => boolean) =>
    spans.filter(({ state }) => of(state)).reduce((all, span) => all + (span.to.getTime() - span.from.getTime()), 0);
  const known = sum(() => true);
  const share = (of: (state: MachineState) => boolean) => (known > 0 ? sum(of) / known : null);
  return {
    ...{ machine, alarms, from: from.toISOString(), to: to.toISOString() },
    spans: spans.map((span) => ({ state: span.state, from: span.from.toISOString(), to: span.to.toISOString() })),
    running: share((state) => works.includes(state)),
    available: share(couldWork),
  };
}
