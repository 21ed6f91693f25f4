import { useState } from 'react';
import { observer } from 'mobx-react-lite';
import { filePreparation } from '@sinter/sdk/contract/preparation/filePreparation';
import { EmptyState, ErrorNotice, Link, Loading, Page, useLocation, useStore, useTexts } from '@sinter/sdk/ui';
import { Begun } from './Begun.ts';
import { RequestStore } from './RequestStore.ts';
import { Wizard } from './Wizard.tsx';

/** `/order/create` begins a request, `?order=12` goes on with one. */
export default function OrderCreatePage() {
  const { search } = useLocation();
  const id = Number(new URLSearchParams(search).get('order')) || null;
  const [begun] = useState(() => new Begun());
  return <Request key={begun.nameOf(id)} orderId={id} born={(orderId) => begun.numbered(orderId)} />;
}

const Request = observer(function Request({ orderId, born }: { orderId: number | null; born: (id: number) => void }) {
  const t = useTexts();
  const store = useStore(
    (host) =>
      new RequestStore(host, host.get(filePreparation), sessionStorage, {
        orderId,
        born: (id) => {
          born(id);
          const given = new URLSearchParams(host.location.get().search);
          given.set('order', String(id));
          host.navigate(`${host.location.get().pathname}?${given}`, { replace: true });
        },
      }),
  );
  const title = t('page.orderCreate');
  if (store.gone && store.orderId !== null) {
    return (
      <Page title={title} width="normal">
        <EmptyState
          title={t('create.sent')}
          text=""
          actions={<Link to={`/order-details/${store.orderId}`}>{t('create.open', { id: store.orderId })}</Link>}
        />
      </Page>
    );
  }
  if (store.loadError || store.isLoading) {
    return (
      <Page title={title} width="normal">
        {store.loadError ? (
          <ErrorNotice subject={title} error={store.loadError} onRetry={() => store.retry()} />
        ) : (
          <Loading />
        )}
      </Page>
    );
  }
  return <Wizard store={store} />;
});
