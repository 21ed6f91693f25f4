import { Button, Checkbox, InputNumber } from 'antd';
import { observer } from 'mobx-react-lite';
import { formatNumber } from '@sinter/sdk/i18n';
import { EmptyState, ErrorNotice, Loading, useStore, useTexts } from '@sinter/sdk/ui';
import { SideDrawer } from '@sinter/sdk/ui/drawer';
import { Select } from '@sinter/sdk/ui/select';
import { AddressText } from '../AddressText.tsx';
import { NewShipmentStore, type Consignee } from './NewShipmentStore.ts';
import css from './shipments.module.css';

interface NewShipmentProps {
  onClose: () => void;
  onMade: (id: number) => void;
}

/** A shipment of what is ready: whom it goes to, which orders, how many pieces. */
export default observer(function NewShipment({ onClose, onMade }: NewShipmentProps) {
  const t = useTexts();
  const store = useStore((host) => new NewShipmentStore(host, onMade));
  const { ready, consignee, making } = store;
  const { answer, error } = ready;
  return (
    <SideDrawer
      title={t('shipments.new')}
      unsaved={store.pieces.size > 0 && !making.busy}
      onClose={onClose}
      footer={
        <Button
          type="primary"
          loading={making.busy}
          disabled={!consignee || store.isEmpty}
          onClick={() => void making.run()}
        >
          {t('shipments.make')}
        </Button>
      }
    >
      <div className={css['form']}>
        {error !== null && <ErrorNotice subject={t('shipments.ready')} error={error} onRetry={() => ready.retry()} />}
        {!answer && error === null && <Loading />}
        {answer?.length === 0 && <EmptyState title={t('shipments.noneReady')} text={t('shipments.noneReadyText')} />}
        {making.problem !== null && (
          <p role="alert" className={css['refusal']}>
            {making.problem}
          </p>
        )}
        {answer && consignee && (
          <>
            <label className={css['field']}>
              {t('shipments.consignee')}
              <Select
                aria-label={t('shipments.consignee')}
                value={store.chosen}
                options={answer.map((each, value) => ({ value, label: nameOf(each) }))}
                onChange={(place: number) => store.choose(place)}
              />
            </label>
            {consignee.address ? <AddressText address={consignee.address} /> : <p>{t('shipments.noAddress')}</p>}
            {consignee.orders.map((order) => (
              <Order key={order.id} store={store} order={order} />
            ))}
          </>
        )}
      </div>
    </SideDrawer>
  );
});

const nameOf = ({ company, address }: Consignee): string => [company.name, address?.city].filter(Boolean).join(', ');

const Order = observer(function Order({
  store,
  order: { id, name, lines },
}: {
  store: NewShipmentStore;
  order: Consignee['orders'][number];
}) {
  const t = useTexts();
  const taken = new Map(store.lines.map(({ orderFileId, quantity }) => [orderFileId, quantity]));
  const some = lines.some(({ orderFileId }) => (taken.get(orderFileId) ?? 0) > 0);
  return (
    <fieldset className={css['order']}>
      <legend>
        <Checkbox checked={some} onChange={({ target }) => store.takeOrder(id, target.checked)}>
          #{id} <bdi>{name}</bdi>
        </Checkbox>
      </legend>
      {lines.map(({ orderFileId, fileName, ordered, ready }) => (
        <div key={orderFileId} className={css['line']}>
          <span className={css['stack']}>
            <bdi>{fileName}</bdi>
            <small>{t('shipments.readyOf', { ready: formatNumber(ready), all: formatNumber(ordered) })}</small>
          </span>
          <InputNumber
            aria-label={t('shipments.piecesNamed', { fileName })}
            min={0}
            max={ready}
            precision={0}
            value={taken.get(orderFileId) ?? 0}
            onChange={(pieces) => store.take(orderFileId, pieces ?? 0)}
          />
        </div>
      ))}
    </fieldset>
  );
});
