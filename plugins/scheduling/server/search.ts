import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import type { pickJobs } from '@sinter/sdk/contract/scheduling/chart';
import { facilityScope, type CallContext } from '@sinter/sdk/server';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { sql, type RawBuilder } from 'kysely';
import { nameable, nameFor } from './controlled.ts';

const most = 50;
const largestId = 2_147_483_647;

type Wanted = CallArguments<typeof pickJobs>['body'];

const like = (text: string) => `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`;
const named = (context: CallContext, text: string) => sql`(j.job_name ilike ${text} and ${nameable(context)})`;
/** Parts of a job that was merged are another one's. */
const inOrder = (
  { user: { cleared } }: CallContext,
  condition: RawBuilder<unknown>,
) => sql`(j.status <> 'MERGED' and exists (
  select from job_file jf join rfq_order_file f on f.id = jf.order_file_id join rfq_order o on o.id = f.order_id
  where jf.job_id = j.id and (${cleared} or not ${orderIsControlled}) and ${condition}))`;

/** What the one thing that is given asks of job `j`. */
function condition(context: CallContext, wanted: Wanted): RawBuilder<unknown> {
  if ('jobId' in wanted) return sql`j.id = ${wanted.jobId}`;
  if ('jobName' in wanted) return named(context, like(wanted.jobName));
  if ('rfqId' in wanted) return inOrder(context, sql`o.id = ${wanted.rfqId}`);
  if ('rfqTitle' in wanted) return inOrder(context, sql`o.display_title ilike ${like(wanted.rfqTitle)}`);
  if ('partId' in wanted) return inOrder(context, sql`f.id = ${wanted.partId}`);
  const text = like(wanted.searchString);
  const byText = sql`${named(context, text)} or ${inOrder(context, sql`o.display_title ilike ${text}`)}`;
  const number = /^\s*#?(\d{1,10})\s*$/.exec(wanted.searchString)?.[1];
  if (number === undefined || Number(number) > largestId) return sql`(${byText})`;
  return sql`(j.id = ${Number(number)} or ${byText} or ${inOrder(context, sql`o.id = ${Number(number)}`)})`;
}

/** Jobs by one thing about them, the latest first; of every facility that the chart shows. */
export async function findJobs(
  context: CallContext,
  { body }: CallArguments<typeof pickJobs>,
): Promise<CallResult<typeof pickJobs>> {
  const facilityIds = await facilityScope(context, true);
  const { rows } = await sql<CallResult<typeof pickJobs>[number]>`
    select j.id, j.equipment_id as "equipmentId", e.display_name as "equipmentName", ${nameFor(context)} as "jobName",
      j.status as "jobStatus", (extract(epoch from j.from_date) * 1000)::bigint::text as "fromDate",
      (extract(epoch from j.to_date) * 1000)::bigint::text as "toDate"
    from job j join equipment e on e.id = j.equipment_id
    where j.facility_id = any(${facilityIds}) and j.status <> 'CANCELLED' and ${condition(context, body)}
    order by j.from_date desc, j.id desc limit ${most}
  `.execute(context.db);
  return rows;
}
