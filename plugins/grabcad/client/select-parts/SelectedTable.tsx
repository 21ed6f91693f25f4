import { DataTable, LightButton, Thumbnail, useTexts } from '@sinter/sdk/ui';
import { observer } from 'mobx-react-lite';
import type { SelectPartsStore } from './SelectPartsStore.ts';
import css from './selectParts.module.css';

/** The chosen parts with how many of each are to be built. */
export default observer(function SelectedTable({ store }: { store: SelectPartsStore }) {
  const t = useTexts();
  return (
    <DataTable
      label={t('selected.title')}
      rows={store.selected}
      rowKey={(part) => part.orderFileId}
      columns={[
        {
          key: 'part',
          rank: 'name',
          title: t('column.part'),
          render: (part) => (
            <span className={css['part']}>
              <Thumbnail src={part.pictureUrl} alt={part.fileName} />
              <span>
                <strong>
                  <bdi>{part.fileName}</bdi>
                </strong>
                <small>{t('part.order', { id: part.orderId, title: part.orderTitle, fileId: part.orderFileId })}</small>
              </span>
            </span>
          ),
        },
        {
          key: 'quantity',
          title: t('column.quantity'),
          render: (part) => (
            <input
              type="number"
              className={css['quantity']}
              min={1}
              max={part.available}
              value={part.quantity}
              aria-label={t('part.quantity', { name: part.fileName })}
              onChange={(event) => store.setQuantity(part.orderFileId, event.target.valueAsNumber)}
            />
          ),
        },
        {
          key: 'remove',
          title: '',
          align: 'right',
          render: (part) => (
            <LightButton
              size="small"
              onClick={() => void store.remove(part.orderFileId)}
              aria-label={t('part.remove', { name: part.fileName })}
            >
              {t('remove')}
            </LightButton>
          ),
        },
      ]}
    />
  );
});
