import { lazy, Suspense } from 'react';
import { observer } from 'mobx-react-lite';
import type { Vendor } from '@sinter/sdk/contract/orders/vendors';
import { formatDate, formatNumber } from '@sinter/sdk/i18n';
import { EmptyState, LightButton, Page, SearchInput, toast, useStore, useTexts, type DataColumn } from '@sinter/sdk/ui';
import { FilterTabs, ListTable } from '@sinter/sdk/ui/lists';
import { RelationPill } from './RelationPill.tsx';
import { tabs, VendorsStore } from './VendorsStore.ts';
import css from './vendors.module.css';

const VendorDrawer = lazy(() => import('./VendorDrawer.tsx'));

/** Whom the company buys from: approved, blocked and its own facilities, and everybody else. */
export default observer(function VendorsPage() {
  const t = useTexts();
  const store = useStore((host) => new VendorsStore(host));
  const { list, changing } = store;
  return (
    <Page title={t('page.vendors')}>
      <p className={css['intro']}>{t('vendors.intro')}</p>
      <div className={css['filters']}>
        <FilterTabs
          label={t('vendors.relation')}
          tabs={tabs.map((id) => ({ id, label: t(`vendors.tab.${id}`) }))}
          chosen={list.filters.list}
          onChoose={(id) => list.filter({ list: id })}
        />
        <div className={css['search']}>
          <SearchInput
            key={list.timesCleared}
            label={t('vendors.search')}
            placeholder={t('vendors.search')}
            initial={list.filters.q}
            onSearch={(q) => list.filter({ q })}
          />
        </div>
      </div>
      <ListTable
        list={list}
        label={t('page.vendors')}
        columns={columns(t, store)}
        empty={
          <EmptyState
            title={t('vendors.empty')}
            text={t('vendors.empty.text')}
            actions={
              <LightButton onClick={() => list.filter({ list: 'MATCHED' })}>{t('vendors.empty.all')}</LightButton>
            }
          />
        }
        nothingFound={{ title: t('vendors.nothing'), text: t('vendors.nothing.text'), all: t('vendors.nothing.all') }}
      />
      <Suspense fallback={null}>{changing && <VendorDrawer store={store} {...changing} />}</Suspense>
    </Page>
  );
});

const columns = (t: ReturnType<typeof useTexts>, store: VendorsStore): DataColumn<Vendor>[] => [
  {
    key: 'facility',
    rank: 'name',
    title: t('vendors.facility'),
    render: ({ facility, location }) => (
      <span className={css['line']}>
        <bdi>{facility.name}</bdi>
        {location !== '' && <bdi className={css['quiet']}>{location}</bdi>}
      </span>
    ),
  },
  { key: 'relation', title: t('vendors.relation'), render: ({ relation }) => <RelationPill relation={relation} /> },
  { key: 'reason', rank: 'wide', title: t('vendors.note'), render: ({ reason }) => <bdi>{reason || '–'}</bdi> },
  {
    key: 'orders',
    rank: 'extra',
    align: 'right',
    title: t('vendors.orders'),
    render: ({ orders }) => formatNumber(orders),
  },
  {
    key: 'set',
    rank: 'detail',
    title: t('vendors.set'),
    render: ({ setBy, setOn }) => [setOn && formatDate(setOn), setBy].filter(Boolean).join(' · ') || '–',
  },
  { key: 'actions', title: t('vendors.actions'), render: (vendor) => <Actions store={store} vendor={vendor} /> },
];

const Actions = observer(function Actions({ store, vendor }: { store: VendorsStore; vendor: Vendor }) {
  const t = useTexts();
  const { relation, claimsInternal } = vendor;
  const { name } = vendor.facility;
  const button = (text: string, act: () => void, kind?: 'primary') => (
    <LightButton
      size="small"
      aria-label={t(`vendors.${text}.named`, { name })}
      onClick={act}
      {...(kind ? { kind } : {})}
    >
      {t(`vendors.${text}`)}
    </LightButton>
  );
  const done = async (text: string, doing: Promise<boolean>) => {
    if (await doing) toast.success(t(text, { name }));
  };
  return (
    <span className={css['actions']}>
      {claimsInternal &&
        store.mayConfirm &&
        button('confirm', () => void done('vendors.confirmed', store.confirming.run(vendor, true)), 'primary')}
      {relation === 'INTERNAL' &&
        store.mayConfirm &&
        button('unconfirm', () => void done('vendors.unconfirmed', store.confirming.run(vendor, false)))}
      {(relation === 'MATCHED' || relation === 'BLACK_LISTED') &&
        button('approve', () => store.change(vendor, 'PRIVATE'))}
      {(relation === 'PRIVATE' || relation === 'BLACK_LISTED') &&
        button('remove', () => void done('vendors.removed', store.removing.run(vendor)))}
      {relation !== 'BLACK_LISTED' && button('block', () => store.change(vendor, 'BLACK_LISTED'))}
    </span>
  );
});
