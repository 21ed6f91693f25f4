import { CallError } from '@sinter/sdk/contract';
import { orderProduction, type OrderStanding } from '@sinter/sdk/contract/orders/production';
import { ncrRowStateSchema, ncrStatusSchema, type NcrStep } from '@sinter/sdk/contract/quality/ncr';
import { ncrChanged } from '@sinter/sdk/contract/quality/ncrs';
import { customerNcrChanged } from '@sinter/sdk/contract/quality/orderNcrs';
import { dispositionSchema } from '@sinter/sdk/contract/quality/settings';
import type { Principal } from '@sinter/sdk/contract';
import type { CallContext, Services, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { qualityDb } from '../tables.ts';
import { say } from '../texts.ts';
import { isEnded } from './transitions.ts';
import { ncrIsControlled } from './lines.ts';

export const concessionSchema = z.object({
  userId: z.number().int(),
  at: z.string(),
  accepts: z.boolean(),
  note: z.string(),
});
export type Concession = z.infer<typeof concessionSchema>;

const rowSchema = z.object({
  id: z.number(),
  quantity: z.number(),
  disposition: dispositionSchema.nullable(),
  state: ncrRowStateSchema,
  reason: z.string(),
  toPosition: z.number().nullable(),
  concession: concessionSchema.nullable(),
  moveIds: z.array(z.number()),
  lotIds: z.array(z.number()),
  signatures: z.array(z.object({ userId: z.number(), approves: z.boolean() })),
});
export type LockedRow = z.infer<typeof rowSchema>;

const ncrSchema = z.object({
  id: z.number(),
  facilityId: z.number(),
  number: z.string(),
  title: z.string(),
  status: ncrStatusSchema,
  severity: z.string(),
  affectedQuantity: z.number(),
  customerVisible: z.boolean(),
  shipped: z.boolean(),
  orderId: z.number().nullable(),
  orderFileId: z.number().nullable(),
  lotId: z.number().nullable(),
  equipmentId: z.number().nullable(),
  batch: z.string(),
  assigneeId: z.number().nullable(),
  createdBy: z.number().nullable(),
  version: z.number(),
  held: z.boolean(),
  controlled: z.boolean(),
});

/** A non-conformance that is about to change, locked with its rows for the rest of the transaction. */
export interface LockedNcr extends z.infer<typeof ncrSchema> {
  rows: LockedRow[];
  /** How its order stands with the facility; `null`: no order, or it was never awarded to it. */
  order: OrderStanding | null;
}

/** Nobody changes it any more until it is opened again. */
export function requireOpen({ status }: Pick<LockedNcr, 'status'>, event: string): void {
  if (!isEnded(status)) return;
  throw new CallError('TRANSITION_REFUSED', say('ended'), { from: status, event, allowed: ['REOPEN'] });
}

/** Throws NOT_FOUND for what is not the facility's, or about something that `viewer` may not know of. */
export async function lockNcr(
  services: Pick<Services, 'get'>,
  unit: Work,
  id: number,
  { facilityId, cleared }: { facilityId: number; cleared: boolean },
): Promise<LockedNcr> {
  await sql`select from ncr where id = ${id} and facility_id = ${facilityId} for update`.execute(unit.db);
  const { rows } = await sql`
    select n.id, n.facility_id as "facilityId", n.number, n.title, n.status, n.severity, n.affected_quantity as "affectedQuantity",
      n.customer_visible as "customerVisible", n.shipped, n.order_id as "orderId", n.order_file_id as "orderFileId",
      n.lot_id as "lotId", n.equipment_id as "equipmentId", n.batch, n.assignee_id as "assigneeId",
      n.created_by as "createdBy", n.version,
      exists (select from ncr_hold h where h.ncr_id = n.id and h.released_at is null) as held, ${ncrIsControlled} as controlled
    from ncr n where n.id = ${id} and n.facility_id = ${facilityId}
  `.execute(unit.db);
  const [ncr] = z.array(ncrSchema).parse(rows);
  if (!ncr || (ncr.controlled && !cleared)) throw new CallError('NOT_FOUND');
  const order =
    ncr.orderId === null ? null : await services.get(orderProduction).standing(unit.db, facilityId, ncr.orderId);
  return { ...ncr, rows: await rowsOf(unit, id), order };
}

export const lockFor = (context: CallContext, unit: Work, id: number): Promise<LockedNcr> =>
  lockNcr(context, unit, id, { facilityId: context.facilityId, cleared: context.user.cleared });

export async function rowsOf({ db }: Pick<Services, 'db'>, ncrId: number): Promise<LockedRow[]> {
  const { rows } = await sql`
    select r.id, r.quantity, r.disposition, r.state, r.reason, r.to_position as "toPosition", r.concession,
      r.move_ids as "moveIds", r.lot_ids as "lotIds", coalesce((
        select jsonb_agg(jsonb_build_object('userId', s.user_id, 'approves', s.approves) order by s.signed_at)
        from ncr_signature s where s.row_id = r.id), '[]') as signatures
    from ncr_row r where r.ncr_id = ${ncrId} order by r.id
  `.execute(db);
  return z.array(rowSchema).parse(rows);
}

/** Throws CHANGED where the caller has seen an older one. */
export function requireVersion(ncr: Pick<LockedNcr, 'version'>, seen: number): void {
  if (ncr.version !== seen) throw new CallError('CHANGED');
}

/** True when this request was carried out before; remembers it otherwise. */
export async function wasDone(
  unit: Work,
  { id, facilityId }: Pick<LockedNcr, 'id' | 'facilityId'>,
  { userId }: Pick<Principal, 'userId'>,
  eventId: string,
): Promise<boolean> {
  const row = await qualityDb(unit)
    .insertInto('ncr_event')
    .values({ event_id: eventId, facility_id: facilityId, ncr_id: id, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .executeTakeFirst();
  return row === undefined;
}

interface Happened {
  what: NcrStep['what'];
  note?: string;
  about?: string;
  quantity?: number;
  by: number | null;
  before?: unknown;
  after?: unknown;
}

/** Writes down what happened to it. */
export async function remember(
  unit: Work,
  ncr: Pick<LockedNcr, 'id' | 'facilityId' | 'controlled'>,
  { what, note = '', about = '', quantity, by, before, after }: Happened,
): Promise<void> {
  await qualityDb(unit)
    .insertInto('ncr_history')
    .values({ ncr_id: ncr.id, what, note, about, quantity: quantity ?? null, user_id: by })
    .execute();
  await unit.audit({
    action: `ncr.${what.toLowerCase()}`,
    objectKind: 'QMS_NCR',
    objectId: String(ncr.id),
    facilityId: ncr.facilityId,
    // Who reads the audit need not be cleared: of a controlled one it has no words.
    ...(!ncr.controlled && {
      before,
      after: after ?? (about === '' && note === '' ? undefined : { about, note, quantity }),
    }),
  });
}

/** Another version; open pages hear, and the customer's too where they are shown it. */
export async function touch(
  unit: Work,
  ncr: Pick<LockedNcr, 'id' | 'facilityId' | 'orderId' | 'lotId' | 'controlled' | 'customerVisible' | 'order'>,
): Promise<void> {
  await sql`update ncr set version = version + 1, changed_at = now() where id = ${ncr.id}`.execute(unit.db);
  await unit.emit(
    ncrChanged,
    { ncrId: ncr.id, orderId: ncr.orderId, lotId: ncr.lotId },
    { facilityIds: [ncr.facilityId], controlled: ncr.controlled },
  );
  if (!ncr.customerVisible || ncr.orderId === null || !ncr.order) return;
  const { companyId, createdBy } = ncr.order;
  await unit.emit(
    customerNcrChanged,
    { orderId: ncr.orderId },
    { companyIds: [companyId], creatorIds: [createdBy], controlled: ncr.controlled },
  );
}
