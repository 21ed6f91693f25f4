import { EmptyState, LightButton, DataTable, Thumbnail, useTexts } from '@sinter/sdk/ui';
import { observer } from 'mobx-react-lite';
import { useRef } from 'react';
import { QuantityInput } from '../quantity/QuantityInput.tsx';
import { trayErrorText } from '../tray/trayErrorText.ts';
import type { SelectPartsStore } from './SelectPartsStore.ts';
import css from './selectParts.module.css';

export const SelectedParts = observer(function SelectedParts({ store }: { store: SelectPartsStore }) {
  const t = useTexts();
  const { selected } = store;
  const region = useRef<HTMLDivElement>(null);
  // The button goes with its part: the focus stays here, unless somebody has taken it elsewhere meanwhile.
  const remove = async (orderFileId: number, button: Element) => {
    await store.remove(orderFileId);
    const { activeElement, body } = document;
    if (activeElement === body || activeElement === button) region.current?.focus({ preventScroll: true });
  };
  return (
    <div ref={region} tabIndex={-1} className={css['selected']}>
      {selected.length === 0 ? (
        <EmptyState title={t('selected.none')} text={t('selected.noneText')} />
      ) : (
        <DataTable
          label={t('selected.title')}
          rows={selected}
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
                    <small>
                      {t('part.order', { id: part.orderId, title: part.orderTitle, fileId: part.orderFileId })}
                    </small>
                  </span>
                </span>
              ),
            },
            {
              key: 'quantity',
              title: t('column.quantity'),
              render: (part) => (
                <QuantityInput
                  label={t('part.quantity', { name: part.fileName })}
                  value={part.quantity}
                  max={part.available}
                  onChange={(quantity) => store.setQuantity(part.orderFileId, quantity)}
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
                  onClick={({ currentTarget }) => void remove(part.orderFileId, currentTarget)}
                  aria-label={t('part.remove', { name: part.fileName })}
                >
                  {t('remove')}
                </LightButton>
              ),
            },
          ]}
        />
      )}
      <p className={css['hint']}>{t('tray.hint')}</p>
      <ol className={css['steps']}>
        <li>{t('tray.step.clear')}</li>
        <li>{t('tray.step.send', { count: selected.length })}</li>
      </ol>
    </div>
  );
});

/** What is done with the selected parts. In a narrow panel it stays in sight, however long the list before them is. */
export const SendParts = observer(function SendParts({ store }: { store: SelectPartsStore }) {
  const t = useTexts();
  return (
    <div className={css['send']}>
      <LightButton
        kind="primary"
        disabled={store.selected.length === 0}
        loading={store.busy === 'sending'}
        onClick={() => void store.send()}
      >
        {t('tray.send')}
      </LightButton>
      <LightButton loading={store.busy === 'clearing'} onClick={() => void store.clear()}>
        {t('tray.clear')}
      </LightButton>
      {store.trayError !== null && <p role="alert">{trayErrorText(store.trayError)}</p>}
    </div>
  );
});
