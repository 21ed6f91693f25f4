import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { ncrContainmentSchema, ncrSourceSchema, ncrStatusSchema, type NcrLine } from '@sinter/sdk/contract/quality/ncr';
import type { Defect } from '@sinter/sdk/contract/quality/settings';
import { tagChipSchema } from '@sinter/sdk/contract/tags';
import type { CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { tagsColumn } from './tags.ts';

/** Whether non-conformance `n` is about something export controlled: its order is, or a part that its job builds. */
export const ncrIsControlled = sql<boolean>`(
  exists (select from rfq_order o where o.id = n.order_id and ${orderIsControlled})
  or n.job_id is not null and exists (select from job_file b join rfq_order_file f on f.id = b.order_file_id
    join rfq_order o on o.id = f.order_id where b.job_id = n.job_id and ${orderIsControlled}))`;

/** The same for many of them: what is export controlled is found once, and not for each. */
const amongControlled = sql<boolean>`(
  coalesce(n.order_id in (select o.id from rfq_order o where ${orderIsControlled}), false)
  or coalesce(n.job_id in (select b.job_id from job_file b join rfq_order_file f on f.id = b.order_file_id
    join rfq_order o on o.id = f.order_id where ${orderIsControlled}), false))`;

/** Non-conformances `n` that the caller may know of. */
export const seenNcrs = ({ facilityId, user }: Pick<CallContext, 'facilityId' | 'user'>) =>
  sql`n.facility_id = ${facilityId} ${user.cleared ? sql`` : sql`and not ${amongControlled}`}`;

export const isOpen = sql<boolean>`n.status not in ('CLOSED', 'VOID')`;
export const isHeld = sql<boolean>`exists (select from ncr_hold h where h.ncr_id = n.id and h.released_at is null)`;

/** Derived: see `ncrContainmentSchema`. */
export const containmentOf = sql<string>`(case when ${isHeld} then 'CONTAINED'
  when n.status in ('OPEN', 'IN_REVIEW') and (n.lot_id is not null or n.equipment_id is not null or n.batch <> '') then 'UNCONTAINED'
  else 'NOT_NEEDED' end)`;

const person = (of: 'assignee' | 'creator') =>
  of === 'assignee'
    ? sql`(select jsonb_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name)) from app_user u where u.id = n.assignee_id)`
    : sql`coalesce((select trim(u.first_name || ' ' || u.last_name) from app_user u where u.id = n.created_by), '')`;

/** What a list says of `n`. */
export const lineColumns = (
  context: Pick<CallContext, 'facilityId' | 'get'>,
) => sql`n.id, n.number, n.title, n.status, n.type, n.severity, n.source, ${containmentOf} as containment,
  n.affected_quantity as "affectedQuantity", n.customer_visible as "customerVisible",
  (select jsonb_build_object('id', o.id, 'name', coalesce(nullif(o.display_title, ''), '#' || o.id)) from rfq_order o
    where o.id = n.order_id) as order,
  coalesce((select up.file_name from rfq_order_file f join stored_file up on up.id = f.original_file_id
    where f.id = n.order_file_id), '') as part,
  (select jsonb_build_object('id', j.id, 'name', j.job_name) from job j where j.id = n.job_id) as job,
  (select jsonb_build_object('id', e.id, 'name', e.display_name) from equipment e where e.id = n.equipment_id) as machine,
  n.lot_id as "lotId",
  coalesce((select coalesce(nullif(s.name, ''), s.kind) from lot_step s where s.lot_id = n.lot_id and s.position = n.position), '') as step,
  n.defect_id as "defectId", ${person('assignee')} as assignee, ${person('creator')} as "createdBy",
  n.created_at as "createdAt", n.due_at as "dueAt", n.closed_at as "closedAt", ${ncrIsControlled} as controlled,
  ${tagsColumn(context)} as tags`;

const named = z.object({ id: z.number(), name: z.string() });
export const lineRowSchema = z.object({
  id: z.number(),
  number: z.string(),
  title: z.string(),
  status: ncrStatusSchema,
  type: z.string(),
  severity: z.string(),
  source: ncrSourceSchema,
  containment: ncrContainmentSchema,
  affectedQuantity: z.number(),
  customerVisible: z.boolean(),
  order: named.nullable(),
  part: z.string(),
  job: named.nullable(),
  machine: named.nullable(),
  lotId: z.number().nullable(),
  step: z.string(),
  defectId: z.number().nullable(),
  assignee: named.nullable(),
  createdBy: z.string(),
  createdAt: z.date(),
  dueAt: z.date().nullable(),
  closedAt: z.date().nullable(),
  controlled: z.boolean(),
  tags: z.array(tagChipSchema),
});
export type LineRow = z.infer<typeof lineRowSchema>;

/** A row of a list as it is answered. */
export function lineOf({ defectId, createdAt, dueAt, closedAt, ...row }: LineRow, defects: readonly Defect[]): NcrLine {
  const defect = defects.find(({ id }) => id === defectId);
  return {
    ...row,
    defect: defectId === null ? null : { id: defectId, name: defect?.name ?? `#${defectId}` },
    createdAt: createdAt.toISOString(),
    dueAt: dueAt?.toISOString() ?? null,
    closedAt: closedAt?.toISOString() ?? null,
  };
}
