import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { lotStateSchema, type FloorCard } from '@sinter/sdk/contract/production/lots';
import { orderFiles } from '@sinter/sdk/contract/orders/orderFiles';
import type { OrderFile } from '@sinter/sdk/contract/orders/orderFile';
import { tagChipSchema } from '@sinter/sdk/contract/tags';
import { isKiosk, type CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { numberOfLot } from './number.ts';
import { tagsColumn } from './tags.ts';

/** What is known of lot `l` without its part: over `lotJoins`. */
export const lotColumns = (context: CallContext) => sql`l.id, ${numberOfLot} as number, l.order_id as "orderId",
  coalesce(nullif(o.display_title, ''), '#' || o.id) as "orderTitle", l.order_file_id as "orderFileId", l.quantity,
  coalesce(m.promised_at, o.estimated_delivery_date) as "dueAt",
  case when p.id is null then null else jsonb_build_object('label', p.label, 'color', p.color) end as priority,
  l.job_id as "jobId", coalesce(j.job_name, '') as "jobName", coalesce(e.display_name, '') as machine, l.state,
  l.held_for as "heldFor", ${orderIsControlled} as controlled, l.expedited_at is not null as expedited, ${tagsColumn(context)} as tags`;

export const lotJoins = sql`join rfq_order o on o.id = l.order_id
  join rfq_match m on m.order_id = l.order_id and m.facility_id = l.facility_id
  left join priority_label p on p.id = m.priority_label_id
  left join job j on j.id = l.job_id left join equipment e on e.id = j.equipment_id`;

/** Lots that the caller may know of. */
export const seenLots = ({ facilityId, user }: CallContext) =>
  sql`l.facility_id = ${facilityId} and l.state <> 'LEGACY' and (${user.cleared} or not ${orderIsControlled})`;

export const lotRowSchema = z.object({
  id: z.number(),
  number: z.string(),
  orderId: z.number(),
  orderTitle: z.string(),
  orderFileId: z.number(),
  quantity: z.number(),
  dueAt: z.date().nullable(),
  priority: z.object({ label: z.string(), color: z.string() }).nullable(),
  jobId: z.number().nullable(),
  jobName: z.string(),
  machine: z.string(),
  state: lotStateSchema,
  heldFor: z.string().nullable(),
  controlled: z.boolean(),
  expedited: z.boolean(),
  tags: z.array(tagChipSchema),
});
export type LotRow = z.infer<typeof lotRowSchema>;

/** The parts of these rows. */
export const partsOf = (context: CallContext, rows: readonly { orderFileId: number }[]) =>
  context.get(orderFiles).read(context.db, [...new Set(rows.map(({ orderFileId }) => orderFileId))]);

/** The account of a kiosk opens none. */
export const opensFiles = (context: CallContext): boolean => !isKiosk(context);

export type LotFacts = Pick<
  FloorCard,
  keyof Omit<LotRow, 'dueAt'> | 'dueAt' | 'part' | 'thumbnail' | 'process' | 'material' | 'finish' | 'color'
>;

/** What every answer says of a lot. */
export const lotFacts = (context: CallContext, { dueAt, ...row }: LotRow, file: OrderFile | undefined): LotFacts => ({
  ...row,
  dueAt: dueAt?.toISOString() ?? null,
  part: file?.originalFileDTO.fileName ?? '',
  thumbnail: opensFiles(context) ? (file?.pngFileDTO ?? null) : null,
  process: file?.aMProcess.name ?? '',
  material: file?.materials.map(({ name }) => name).join(', ') ?? '',
  finish: file?.finish?.name ?? '',
  color: file?.color ?? '',
});
