import { fileContent } from '@sinter/sdk/contract/host';
import type { OrderDetail, OrderFile } from '@sinter/sdk/contract/orders';
import { formatMoney, formatNumber, formatSize, formatVolume } from '@sinter/sdk/i18n';
import { Thumbnail, usePlugin, useTexts } from '@sinter/sdk/ui';
import { DataTable } from '@sinter/sdk/ui/table';
import type { DataColumn } from '@sinter/sdk/ui/table';
import type { OrderDetailsStore } from './OrderDetailsStore.ts';
import css from './orderDetails.module.css';

export function OrderParts({ store, order }: { store: OrderDetailsStore; order: OrderDetail }) {
  const t = useTexts();
  const column = (key: string, render: DataColumn<OrderFile>['render'], align?: 'right'): DataColumn<OrderFile> => ({
    key,
    title: t(`part.${key}`),
    render,
    ...(align ? { align } : {}),
  });
  const columns = [
    column('file', (part) => <Part part={part} />),
    column('process', ({ aMProcess, materials }) => (
      <span className={css['stack']}>
        {aMProcess.name}
        <span>{materials.map(({ name }) => name).join(', ')}</span>
      </span>
    )),
    column('quantity', ({ quantity }) => formatNumber(quantity), 'right'),
    ...(store.isProvider
      ? [
          column('scheduled', ({ scheduled }) => formatNumber(scheduled), 'right'),
          column('notScheduled', ({ notScheduled }) => formatNumber(notScheduled), 'right'),
        ]
      : []),
    column(
      'unitPrice',
      ({ unitPrice }) => (unitPrice ? formatMoney(unitPrice.amount, unitPrice.currency) : '–'),
      'right',
    ),
    column('download', (part) => <Downloads part={part} />),
  ];
  return <DataTable label={t('details.parts')} columns={columns} rows={order.rfqFileDTOs} rowKey={({ id }) => id} />;
}

function Part({ part: { originalFileDTO, pngFileDTO, report } }: { part: OrderFile }) {
  const t = useTexts();
  return (
    <span className={css['part']}>
      <Thumbnail src={pngFileDTO?.fileURL ?? null} alt={originalFileDTO.fileName} size={56} />
      <span className={css['stack']}>
        <strong>{originalFileDTO.fileName}</strong>
        <span>{formatSize(report.size)}</span>
        <span>
          {formatVolume(report.volumeMm3)}
          {!report.watertight && <em> · {t('part.open')}</em>}
        </span>
      </span>
    </span>
  );
}

function Downloads({ part: { originalFileDTO, fileDTO } }: { part: OrderFile }) {
  const t = useTexts();
  const { api } = usePlugin();
  const href = (id: number) => api.href(fileContent, { params: { id }, query: { download: 'true' } });
  const { fileName } = originalFileDTO;
  return (
    <span className={css['downloads']}>
      <a href={href(originalFileDTO.id)} download aria-label={t('part.downloadOriginal', { fileName })}>
        {t('part.original')}
      </a>
      {fileDTO.id !== originalFileDTO.id && (
        <a href={href(fileDTO.id)} download aria-label={t('part.downloadMesh', { fileName })}>
          {t('part.mesh')}
        </a>
      )}
    </span>
  );
}
