import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallReply } from '@sinter/sdk/contract/call';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { lotStateSchema, stepStatusSchema } from '@sinter/sdk/contract/production/lots';
import type { listOrderLots } from '@sinter/sdk/contract/production/orderLots';
import type { CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { remakesOfLots, waitingRemakes } from '../outcome/lineage.ts';
import { workplansOf } from '../workplan/workplan.ts';
import { numberOfLot } from './number.ts';
import { opensFiles, partsOf } from './rows.ts';
import { floorSettings } from './settings.ts';

const stepSchema = z.object({
  position: z.number(),
  status: stepStatusSchema,
  received: z.number(),
  good: z.number(),
  scrap: z.number(),
  rework: z.number(),
  moved: z.number(),
  open: z.number(),
});
const lotSchema = z.object({
  id: z.number(),
  number: z.string(),
  orderFileId: z.number(),
  quantity: z.number(),
  state: lotStateSchema,
  heldFor: z.string().nullable(),
  jobId: z.number().nullable(),
  jobName: z.string(),
  steps: z.array(stepSchema),
});

/** The workplan of an order that the caller's facility makes. */
export async function orderLots(
  context: CallContext,
  { params: { orderId } }: CallArguments<typeof listOrderLots>,
): Promise<CallReply<typeof listOrderLots>> {
  const { db, facilityId, user } = context;
  const { rows: parts } = await sql<{
    orderFileId: number;
    quantity: number;
    notScheduled: number;
    surplus: number;
  }>`
    select f.id as "orderFileId", f.quantity + f.remake_quantity as quantity,
      greatest(f.quantity + f.remake_quantity - f.scheduled, 0) as "notScheduled",
      greatest(f.scheduled - f.quantity - f.remake_quantity, 0) as surplus
    from rfq_order_file f join rfq_order o on o.id = f.order_id
      join rfq_match m on m.order_id = o.id and m.facility_id = ${facilityId}
    where o.id = ${orderId} and (${user.cleared} or not ${orderIsControlled})
      and m.status in ('SP_BID_ACCEPTED', 'IN_PROGRESS', 'IN_POSTPROCESSING', 'IN_QUALITYCONTROL', 'SHIPPED',
        'INTERNAL_SHIPPED', 'COMPLETED', 'INTERNAL_COMPLETED', 'ARCHIVED', 'ON_HOLD')
    order by f.position
  `.execute(db);
  if (parts.length === 0) throw new CallError('NOT_FOUND');
  const { templates } = await floorSettings(context, db, facilityId);
  const [files, plans, lots] = await Promise.all([
    partsOf(context, parts),
    workplansOf(
      context,
      db,
      facilityId,
      parts.map(({ orderFileId }) => orderFileId),
    ),
    lotsOf(context, orderId),
  ]);
  const [waiting, remakes] = await Promise.all([
    waitingRemakes(
      db,
      facilityId,
      parts.flatMap(({ orderFileId, notScheduled }) => (notScheduled > 0 ? orderFileId : [])),
    ),
    remakesOfLots(
      db,
      lots.map(({ id }) => id),
    ),
  ]);
  return {
    parts: parts.map((part) => {
      const own = lots.filter(({ orderFileId }) => orderFileId === part.orderFileId);
      const plan = plans.get(part.orderFileId);
      const file = files.get(part.orderFileId);
      return {
        ...part,
        remakes: waiting.get(part.orderFileId) ?? [],
        part: file?.originalFileDTO.fileName ?? '',
        thumbnail: opensFiles(context) ? (file?.pngFileDTO ?? null) : null,
        template: templates.find(({ key }) => key === plan?.template)?.name ?? '',
        steps: (plan?.steps ?? []).map(({ name, kind, workCenter }, position) => {
          const at = own.flatMap(({ steps }) => steps.filter((step) => step.position === position));
          const sum = (of: 'good' | 'scrap' | 'open') => at.reduce((all, step) => all + step[of], 0);
          return { position, name, kind, workCenter, good: sum('good'), scrap: sum('scrap'), open: sum('open') };
        }),
        lots: own.map(({ orderFileId: _part, ...lot }) => ({
          ...lot,
          remakes: remakes.filter(({ toLotId }) => toLotId === lot.id),
        })),
      };
    }),
  };
}

async function lotsOf({ db, facilityId }: CallContext, orderId: number) {
  const { rows } = await sql`
    select l.id, ${numberOfLot} as number, l.order_file_id as "orderFileId", l.quantity, l.state, l.held_for as "heldFor", l.job_id as "jobId",
      coalesce(j.job_name, '') as "jobName", (
        select coalesce(jsonb_agg(jsonb_build_object('position', s.position, 'status', s.status, 'received', s.received,
          'good', s.good, 'scrap', s.scrap, 'rework', s.rework, 'moved', s.moved,
          'open', s.received - s.good - s.scrap - s.rework - s.moved) order by s.position), '[]')
        from lot_step s where s.lot_id = l.id) as steps
    from lot l left join job j on j.id = l.job_id
    where l.order_id = ${orderId} and l.facility_id = ${facilityId} and l.state <> 'LEGACY' order by l.id
  `.execute(db);
  return z.array(lotSchema).parse(rows);
}
