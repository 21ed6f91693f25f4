import type { DateReason } from '@sinter/sdk/contract/orders/dates';
import type { Supplier } from '@sinter/sdk/contract/named';
import type { CallContext } from '@sinter/sdk/server';
import { portalOf, shopNameOf } from '../portal/portal.ts';
import { isProvider } from '../visibility.ts';

/** A buyer reads what dates rest on without the names of machines. */
export const reasonsShown = ({ user }: CallContext, reasons: readonly DateReason[]): DateReason[] =>
  reasons.map((reason) => (reason.kind === 'MACHINE' && !isProvider(user) ? { ...reason, machine: null } : reason));

interface Dates {
  facility: Supplier | null;
  reasons: DateReason[];
}

/** Dates as the caller reads them: in place of the facility's name stands that of the shop where the portal keeps it. */
export async function datesShown<Found extends Dates>(context: CallContext, found: readonly Found[]): Promise<Found[]> {
  const portal = await portalOf(context);
  const keeps = portal.hiddenColumns.includes('facility');
  const name = await shopNameOf(context, portal);
  return found.map((each) => ({
    ...each,
    facility: each.facility && keeps ? { id: each.facility.id, name } : each.facility,
    reasons: reasonsShown(context, each.reasons),
  }));
}
