import type { PortalColumn } from '@sinter/sdk/contract/orders/portal';
import type { CellKey } from './rowValues.ts';

/** Columns that tell the same as another one, or a part of it. */
const like: Partial<Record<CellKey, PortalColumn>> = {
  customerContactName: 'creator',
  archivedBy: 'creator',
  currency: 'quote',
};

/** Is this column of lists kept from the customer? */
export const isColumnHidden = ({ hiddenColumns }: { hiddenColumns: readonly string[] }, key: CellKey): boolean => {
  const told = like[key] ?? key;
  return hiddenColumns.includes(told);
};
