import { DataTable, useTexts } from '@sinter/sdk/ui';
import type { TrayLine } from '../../tray/messages.ts';

/** What the tray holds; it is changed in the tool. */
export function PartsTable({ label, parts }: { label: string; parts: readonly TrayLine[] }) {
  const t = useTexts();
  return (
    <DataTable
      label={label}
      rows={parts}
      rowKey={({ fileId }) => fileId}
      columns={[
        { key: 'order', title: t('column.order'), render: ({ orderId }) => `#${orderId}` },
        { key: 'file', rank: 'name', title: t('column.file'), render: ({ fileName }) => <bdi>{fileName}</bdi> },
        { key: 'quantity', title: t('column.count'), render: ({ quantity }) => quantity },
      ]}
    />
  );
}
