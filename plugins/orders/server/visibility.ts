import { CallError, type Principal } from '@sinter/sdk/contract';
import type { CallContext } from '@sinter/sdk/server';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { sql, type RawBuilder } from 'kysely';

/** Functions that see every order of their company; the others see those they created. */
const seesCompany = new Set(['ENG_SUPER_ADMIN', 'ENG_ADMIN', 'ENG_MANAGER', 'ENG_PURCHASE', 'ENG_LEGAL']);

/**
 * The orders somebody may see, as a condition on `o` (rfq_order) and `m` (the viewer's match; null for buyers).
 * Of export-controlled orders, only those who are cleared and who created them see that they exist; a key sees none.
 */
export function visible(viewer: Principal): RawBuilder<boolean> {
  const inPerson = viewer.via === 'session';
  const open = sql`(${inPerson && viewer.cleared} or not ${orderIsControlled})`;
  if (viewer.role === 'ROLE_SERVICE_PROVIDER') return sql`m.facility_id = ${viewer.facilityId} and ${open}`;
  const ofCompany = sql`o.company_id = ${viewer.companyId}`;
  const own = sql`o.created_by = ${viewer.userId}`;
  // The key of an account acts for the whole company.
  if (viewer.via === 'accountKey' || viewer.memberRoles.some((role) => seesCompany.has(role))) {
    return sql`${ofCompany} and (${open} or ${inPerson} and ${own})`;
  }
  return sql`${ofCompany} and ${own} and (${inPerson} or ${open})`;
}

/** The viewer's match, for the join that `visible` relies on. */
export const viewersMatch = (viewer: Principal): RawBuilder<unknown> =>
  viewer.role === 'ROLE_SERVICE_PROVIDER'
    ? sql`join rfq_match m on m.order_id = o.id and m.facility_id = ${viewer.facilityId}`
    : sql`left join rfq_match m on false`;

/** Throws NOT_FOUND for an order that does not exist or that the caller may not see; the two look the same. */
export async function requireVisible(context: CallContext, orderId: number): Promise<void> {
  const { rows } = await sql`
    select 1 from rfq_order o ${viewersMatch(context.user)} where o.id = ${orderId} and ${visible(context.user)}
  `.execute(context.db);
  if (rows.length === 0) throw new CallError('NOT_FOUND');
}
