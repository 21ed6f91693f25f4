import { observer } from 'mobx-react-lite';
import { principalOf } from '@sinter/sdk/auth';
import { refusal } from '@sinter/sdk/contract/guard';
import { orderVendors } from '@sinter/sdk/contract/orders/vendors';
import { supplierText } from '@sinter/sdk/contract/named';
import type { OrderDetail } from '@sinter/sdk/contract/orders/orders';
import { formatNumber } from '@sinter/sdk/i18n';
import { ErrorNotice, LightButton, Loading, Section, toast, usePlugin, useStore, useTexts } from '@sinter/sdk/ui';
import { Obstacles, Others } from './Obstacles.tsx';
import { OrderVendorsStore } from './OrderVendorsStore.ts';
import { VendorPick } from './VendorPick.tsx';
import css from './vendors.module.css';

interface OrderVendorsProps {
  order: OrderDetail;
  onChange: (order: OrderDetail) => void;
}

/** For the buyer who may decide it: why nobody can make an order, whom to send it to, or whom to ask besides. */
export default function OrderVendors(props: OrderVendorsProps) {
  const { user } = usePlugin();
  return refusal(orderVendors.guard, principalOf(user)) === null ? <Vendors {...props} /> : null;
}

const Vendors = observer(function Vendors({ order, onChange }: OrderVendorsProps) {
  const t = useTexts();
  const store = useStore((host) => new OrderVendorsStore(host, order.id, onChange));
  const { answer: judged, error, retry } = store.question;
  const names = order.rfqFileDTOs.map(({ originalFileDTO }) => originalFileDTO.fileName);
  const { requestStatus } = order;
  const title = t(requestStatus === 'UNMATCHED' ? 'vendor.nobody' : 'vendor.choose');
  if (requestStatus === 'DISTRIBUTED') {
    if (!judged) return null;
    const asked = judged.vendors.flatMap((vendor) => (vendor.asked ? [supplierText(t, vendor.facility)] : []));
    return (
      <div className={css['more']}>
        {asked.length > 0 && <p>{t('vendor.asked', { facilities: asked.join(', ') })}</p>}
        {store.free.length > 0 && (
          <details>
            <summary>{t('vendor.askMore')}</summary>
            <Send store={store} />
          </details>
        )}
      </div>
    );
  }
  return (
    <Section title={title}>
      {error !== null && <ErrorNotice subject={title} error={error} onRetry={retry} />}
      {!judged && error === null && <Loading />}
      {judged && (
        <div className={css['stack']}>
          {requestStatus === 'UNMATCHED' ? (
            store.free.length > 0 ? (
              <p>{t('vendor.nowPossible', { count: store.free.length })}</p>
            ) : (
              <Obstacles judged={judged} parts={names} />
            )
          ) : (
            <Chosen store={store} order={order} />
          )}
          <Others judged={judged} parts={names} />
        </div>
      )}
    </Section>
  );
});

const Chosen = observer(function Chosen({ store, order }: { store: OrderVendorsStore; order: OrderDetail }) {
  const t = useTexts();
  const meant = order.sourcing === 'INTERNAL_FACILITY' || order.sourcing === 'APPROVED_VENDORS';
  return (
    <>
      <p className={css['quiet']}>{t(meant ? `vendor.none.${order.sourcing}` : 'vendor.choose.text')}</p>
      {store.free.length > 0 ? <Send store={store} /> : <p>{t('vendor.allAsked')}</p>}
    </>
  );
});

const Send = observer(function Send({ store }: { store: OrderVendorsStore }) {
  const t = useTexts();
  const { free, chosen, sending } = store;
  const count = chosen.length;
  const send = async () => {
    if (await sending.run()) toast.success(t('vendor.sent', { count }));
  };
  return (
    <div className={css['stack']}>
      <VendorPick vendors={free} chosen={chosen} onChange={store.choose} />
      {sending.problem !== null && (
        <p role="alert" className={css['problem']}>
          {sending.fields['facilityIds'] ?? sending.problem}
        </p>
      )}
      <div>
        <LightButton kind="primary" disabled={count === 0} loading={sending.busy} onClick={() => void send()}>
          {count === 0 ? t('vendor.send.none') : t('vendor.send', { count, facilities: formatNumber(count) })}
        </LightButton>
      </div>
    </div>
  );
});
