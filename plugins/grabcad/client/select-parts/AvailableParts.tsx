import { DueMarker, EmptyState, LightButton, DataTable, Loading, Thumbnail, useTexts } from '@sinter/sdk/ui';
import { observer } from 'mobx-react-lite';
import type { SelectPartsStore } from './SelectPartsStore.ts';
import css from './selectParts.module.css';

export const AvailableParts = observer(function AvailableParts({ store }: { store: SelectPartsStore }) {
  const t = useTexts();
  if (store.loading && store.orders.length === 0) return <Loading />;
  if (store.parts.length === 0) return <EmptyState title={t('available.none')} text={t('available.noneText')} />;
  return (
    <DataTable
      label={t('available.title')}
      rows={store.parts}
      rowKey={({ file }) => file.id}
      columns={[
        {
          key: 'part',
          rank: 'name',
          title: t('column.part'),
          render: ({ file, order }) => (
            <span className={css['part']}>
              <Thumbnail src={file.pngFileDTO?.fileURL ?? null} alt={file.originalFileDTO.fileName} />
              <span>
                <strong>
                  <bdi>{file.originalFileDTO.fileName}</bdi>
                </strong>
                <small>{t('part.order', { id: order.id, title: order.displayTitle, fileId: file.id })}</small>
              </span>
            </span>
          ),
        },
        {
          key: 'material',
          title: t('column.material'),
          render: ({ file }) => (
            <span className={css['stack']}>
              {file.materials.map((material) => material.name).join(', ')}
              <small>{file.aMProcess.name}</small>
            </span>
          ),
        },
        { key: 'due', title: t('column.due'), render: ({ order }) => <DueMarker date={order.estimatedDeliveryDate} /> },
        { key: 'free', title: t('column.available'), align: 'right', render: ({ file }) => file.notScheduled },
        {
          key: 'add',
          title: '',
          align: 'right',
          render: (part) => (
            <LightButton
              size="small"
              disabled={!store.canAdd(part)}
              onClick={() => store.add(part)}
              aria-label={t('part.add', { name: part.file.originalFileDTO.fileName })}
            >
              {t('add')}
            </LightButton>
          ),
        },
      ]}
    />
  );
});
