import { DataTable, useTexts } from '@sinter/sdk/ui';
import type { ReactNode } from 'react';
import type { TrayLine } from '../../tray/messages.ts';

interface PartsTableProps {
  label: string;
  parts: readonly TrayLine[];
  /** Shown in place of the number. */
  quantity?: (part: TrayLine) => ReactNode;
}

/** What the tray holds. */
export function PartsTable({ label, parts, quantity = (part) => part.quantity }: PartsTableProps) {
  const t = useTexts();
  return (
    <DataTable
      label={label}
      rows={parts}
      rowKey={({ fileId }) => fileId}
      columns={[
        { key: 'order', title: t('column.order'), render: ({ orderId }) => `#${orderId}` },
        { key: 'file', rank: 'name', title: t('column.file'), render: ({ fileName }) => <bdi>{fileName}</bdi> },
        { key: 'quantity', title: t('column.count'), render: quantity },
      ]}
    />
  );
}
