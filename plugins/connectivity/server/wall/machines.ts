import { CallError } from '@sinter/sdk/contract';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { connectorTypeSchema, machineStateSchema } from '@sinter/sdk/contract/connectivity/states';
import type { LiveMachine } from '@sinter/sdk/contract/connectivity/machines';
import { isoTime, type CallContext } from '@sinter/sdk/server';
import { sql, type RawBuilder } from 'kysely';
import * as z from 'zod';
import { liveSchema } from '../listen/live.ts';

/** Whether job `j` builds parts of an export-controlled order. */
const jobIsControlled = sql`exists (select from job_file b join rfq_order_file f on f.id = b.order_file_id
  join rfq_order o on o.id = f.order_id where b.job_id = j.id and ${orderIsControlled})`;

export const jobName = ({ user }: Pick<CallContext, 'user'>): RawBuilder<string> =>
  user.cleared ? sql`j.job_name` : sql`case when ${jobIsControlled} then '#' || j.id else j.job_name end`;

export const machineName = sql<string>`coalesce(e.display_name, m.machine)`;
export const needsSomebody = sql<boolean>`(m.plate_full or a.id is not null and a.seen_at is null)`;

export const machineFrom = sql`mc_machine m join mc_connector c on c.id = m.connector_id
  left join equipment e on e.id = m.equipment_id
  left join mc_alarm a on a.id = m.alarm_id and a.cleared_at is null
  left join mc_print p on p.id = m.print_id and (p.ended_at is null or m.plate_full)
  left join job j on j.id = p.job_id`;

const columns = (
  context: CallContext,
) => sql`m.id, m.equipment_id as "equipmentId", ${machineName} as name, c.name as connector, c.type,
  m.state, ${isoTime('m.since')} as since, ${isoTime('m.seen_at')} as "seenAt", m.live, m.plate_full as "plateFull",
  case when p.id is null then null else jsonb_build_object('name',
    ${context.user.cleared ? sql`p.name` : sql`case when j.id is not null and ${jobIsControlled} then '' else p.name end`},
    'startedAt', ${isoTime('p.started_at')}, 'endedAt', ${isoTime('p.ended_at')},
    'job', case when j.id is null then null else jsonb_build_object('id', j.id, 'name', ${jobName(context)}, 'status', j.status) end
  ) end as print,
  case when a.id is null then null else jsonb_build_object('id', a.id, 'code', a.code, 'text', a.text,
    'at', ${isoTime('a.raised_at')}, 'open', a.seen_at is null) end as alarm`;

const rowSchema = z.object({
  id: z.number(),
  equipmentId: z.number().nullable(),
  name: z.string(),
  connector: z.string(),
  type: connectorTypeSchema,
  state: machineStateSchema,
  since: z.string(),
  seenAt: z.string().nullable(),
  live: liveSchema,
  plateFull: z.boolean(),
  print: z
    .object({
      name: z.string(),
      startedAt: z.string(),
      endedAt: z.string().nullable(),
      job: z.object({ id: z.number(), name: z.string(), status: z.string() }).nullable(),
    })
    .nullable(),
  alarm: z.object({ id: z.string(), code: z.string(), text: z.string(), at: z.string(), open: z.boolean() }).nullable(),
});

/** Machines of the active facility. */
export async function machines(
  context: CallContext,
  where: RawBuilder<unknown>,
  page: { limit: number; offset: number },
): Promise<LiveMachine[]> {
  const { rows } = await sql`
    select ${columns(context)} from ${machineFrom} where m.facility_id = ${context.facilityId} and ${where}
    order by ${needsSomebody} desc, name, m.id limit ${page.limit} offset ${page.offset}
  `.execute(context.db);
  return z
    .array(rowSchema)
    .parse(rows)
    .map(({ live, ...row }) => {
      const { job: _, ...shown } = live;
      return { ...row, ...shown };
    });
}

export async function oneMachine(context: CallContext, id: number): Promise<LiveMachine> {
  const [machine] = await machines(context, sql`m.id = ${id}`, { limit: 1, offset: 0 });
  if (!machine) throw new CallError('NOT_FOUND');
  return machine;
}
