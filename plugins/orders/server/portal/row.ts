import type { OrderDetail, OrderEvent, OrderRow, OrderStatus } from '@sinter/sdk/contract/orders/orders';
import type { OrderFile } from '@sinter/sdk/contract/orders/orderFile';
import { wordsFor, type Portal, type PortalColumn } from '@sinter/sdk/contract/orders/portal';
import { betrayed, publicStatus } from './statuses.ts';

/** What a row holds for each column where that is kept from the customer. */
const blank: Record<PortalColumn, Partial<OrderRow>> = {
  facility: { facility: null },
  creator: { creator: '' },
  customerEmail: { customerEmail: null },
  customerPhone: { customerPhone: null },
  quote: { quote: null },
  deliveryMethod: { deliveryMethod: null },
  quoteDueDate: { quoteDueDate: null },
  partNumber: { partNumbers: [] },
  thirdPartyOrderId: { thirdPartyOrderId: '' },
  primaryUseCase: { primaryUseCase: null },
  industryFocus: { industryFocus: '' },
};

/** What nobody decides who sees no prices. */
const priced: readonly OrderEvent[] = [
  'AWARD',
  'PAY',
  'REJECT_QUOTE',
  'REQUEST_REVISION',
  'REQUEST_APPROVAL',
  'REFUSE_APPROVAL',
];
const cancelling: readonly OrderEvent[] = ['WITHDRAW', 'ASK_CANCEL'];

/** Does the portal let its customers do this? */
export function portalAllows({ allowCancel, hiddenColumns }: Portal, event: OrderEvent): boolean {
  if (cancelling.includes(event)) return allowCancel;
  return !priced.includes(event) || !hiddenColumns.includes('quote');
}

/** A row as the portal shows it to its customer, who knows the order's own status `status`. */
export function rowShown(portal: Portal, status: OrderStatus, row: OrderRow, language: string): OrderRow {
  const { hiddenColumns } = portal;
  const { promise } = betrayed(portal, status);
  const shown = hiddenColumns.reduce<OrderRow>((each, column) => ({ ...each, ...blank[column] }), row);
  const name = portal.statuses.find(({ statuses }) => statuses.includes(status))?.name;
  const statusName = name && wordsFor(name, language);
  return {
    ...shown,
    ...(statusName && { statusName }),
    status: publicStatus(portal, status),
    made: keepsWork(portal, status) ? null : row.made,
    promisedOn: promise ? null : row.promisedOn,
    archived: row.archived && hiddenColumns.includes('creator') ? { ...row.archived, by: '' } : row.archived,
    allowedEvents: row.allowedEvents.filter((event) => portalAllows(portal, event)),
    rfqFileDTOs: row.rfqFileDTOs.map((part) => partShown(portal, status, part)),
  };
}

const keepsWork = (portal: Portal, status: OrderStatus): boolean => !portal.showWork || betrayed(portal, status).made;

/** A part of an order in this status. */
export const partShown = (portal: Portal, status: OrderStatus, part: OrderFile): OrderFile => ({
  ...part,
  ...(keepsWork(portal, status) && { made: 0, scheduled: 0, notScheduled: part.quantity }),
  ...(portal.hiddenColumns.includes('quote') && { unitPrice: null }),
});

/** What an order's page has beside its row. */
export function detailShown(portal: Portal, status: OrderStatus, detail: OrderDetail): OrderDetail {
  const { hiddenColumns, showPhotos, allowMessages, allowReorder, allowInvoice } = portal;
  const { arrival } = betrayed(portal, status);
  const keepsPrices = hiddenColumns.includes('quote');
  const { deliveredOn, completesOn, poNumber, estimate, claim, quotes, approvals } = detail;
  return {
    ...detail,
    allows: { messages: allowMessages, reorder: allowReorder, invoice: allowInvoice },
    requestStatus: publicStatus(portal, status),
    deliveredOn: arrival ? null : deliveredOn,
    completesOn: arrival ? null : completesOn,
    poNumber: keepsPrices ? null : poNumber,
    estimate: keepsPrices ? null : estimate,
    approvals: keepsPrices ? [] : approvals,
    claim: claim && !showPhotos ? { ...claim, files: [] } : claim,
    quotes: keepsPrices ? [] : quotes,
  };
}

/** A request that its customer may still change is shown whole: what is saved again must not be lost. */
export const whileChanged = (portal: Portal): Portal => ({
  ...portal,
  hiddenColumns: portal.hiddenColumns.filter(
    (column) => column !== 'thirdPartyOrderId' && column !== 'primaryUseCase' && column !== 'industryFocus',
  ),
});
