import { CallError, seesWholeCompany, type Principal } from '@sinter/sdk/contract';
import type { CallContext } from '@sinter/sdk/server';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { sql, type RawBuilder } from 'kysely';

export const isProvider = (viewer: Principal): boolean => viewer.role === 'ROLE_SERVICE_PROVIDER';

/**
 * The orders somebody may see, as a condition on `o` (rfq_order) and `m` (the viewer's match; null for buyers).
 * Of export-controlled orders, only those who are cleared and who created them see that they exist; a key sees none.
 */
export const visible = (viewer: Principal): RawBuilder<boolean> => sql`${within(viewer)} and ${shown(viewer)}`;

/** The orders that are kept from somebody only because they are export controlled. */
export const withheld = (viewer: Principal): RawBuilder<boolean> =>
  sql`${within(viewer)} and ${orderIsControlled} and not ${shown(viewer)}`;

/** The orders somebody sees if none is export controlled: those of `m` for a facility, of `o` for a buyer. */
export function within(viewer: Principal): RawBuilder<boolean> {
  if (isProvider(viewer)) return sql`m.facility_id = ${viewer.facilityId}`;
  const ofCompany = sql<boolean>`o.company_id = ${viewer.companyId}`;
  return seesWholeCompany(viewer) ? ofCompany : sql`${ofCompany} and ${createdBy(viewer)}`;
}

function shown(viewer: Principal): RawBuilder<boolean> {
  const inPerson = viewer.via === 'session';
  const open = sql<boolean>`(${inPerson && viewer.cleared} or not ${orderIsControlled})`;
  return isProvider(viewer) ? open : sql`(${open} or ${inPerson} and ${createdBy(viewer)})`;
}

const createdBy = (viewer: Principal) => sql`o.created_by = ${viewer.userId}`;

/** Whether who sees the order sees its parts too, over `viewersMatch`: a facility after an agreement not to disclose. */
export const partsShown = sql<boolean>`(m.id is null or m.unlocked_at is not null)`;

/** The viewer's match, for the join that `visible` relies on. */
export const viewersMatch = (viewer: Principal): RawBuilder<unknown> =>
  isProvider(viewer)
    ? sql`join rfq_match m on m.order_id = o.id and m.facility_id = ${viewer.facilityId}`
    : sql`left join rfq_match m on false`;

/** Whether somebody sees some order that `which` picks, a condition on `o`. */
export const seesOrder = (viewer: Principal, which: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select from rfq_order o ${viewersMatch(viewer)} where ${which} and ${visible(viewer)})`;

/** Whether somebody sees the parts of some order that `which` picks, a condition on `o`. */
export const seesParts = (viewer: Principal, which: RawBuilder<unknown>): RawBuilder<boolean> =>
  seesOrder(viewer, sql`${which} and ${partsShown}`);

/** Throws NOT_FOUND for an order that does not exist or that the caller may not see; the two look the same. */
export const requireVisible = (context: CallContext, orderId: number): Promise<void> =>
  requireShown(context, orderId, visible(context.user));

/** Throws NOT_FOUND too where the caller sees the order and not its parts. */
export const requireParts = (context: CallContext, orderId: number): Promise<void> =>
  requireShown(context, orderId, sql`${visible(context.user)} and ${partsShown}`);

async function requireShown({ user, db }: CallContext, orderId: number, shown: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql`
    select 1 from rfq_order o ${viewersMatch(user)} where o.id = ${orderId} and ${shown}
  `.execute(db);
  if (rows.length === 0) throw new CallError('NOT_FOUND');
}
