import { observer } from 'mobx-react-lite';
import type { QuickbooksPush } from '@sinter/sdk/contract/integrations/quickbooksBooks';
import { formatDateTime, formatMoney } from '@sinter/sdk/i18n';
import { EmptyState, LightButton, Link, Page, type DataColumn, useStore, useTexts } from '@sinter/sdk/ui';
import { FilterTabs, ListTable } from '@sinter/sdk/ui/lists';
import { PushesStore, pushTabs } from './PushesStore.ts';
import { PushNumber, PushOf, PushState } from './PushState.tsx';
import css from './quickbooks.module.css';

const settings = '/service-provider/settings/quickbooks';

/** What was sent to Quickbooks, and what waits for a person (product 3.13). */
export default observer(function PushesPage() {
  const t = useTexts();
  const store = useStore((host) => new PushesStore(host));
  const { list, retrying, checking } = store;
  const { answer, filters } = list;
  const counts: Readonly<Record<string, number | undefined>> = { FAILED: answer?.failed, WAITING: answer?.waiting };
  return (
    <Page
      title={t('page.quickbooksInvoices')}
      breadcrumbs={[{ text: t('page.quickbooks'), to: settings }, { text: t('page.quickbooksInvoices') }]}
      actions={
        <>
          <LightButton loading={checking.busy} onClick={() => void checking.run()}>
            {t('books.check')}
          </LightButton>
          {answer !== null && answer.failed > 0 && (
            <LightButton kind="primary" loading={retrying.busy} onClick={() => void retrying.run(undefined)}>
              {t('books.retryAll')}
            </LightButton>
          )}
        </>
      }
    >
      <p className={css['quiet']}>{t('books.intro')}</p>
      {answer?.restsUntil != null && (
        <p role="status" className={css['warn']}>
          {t('books.rests', { date: formatDateTime(answer.restsUntil) })}
        </p>
      )}
      <FilterTabs
        label={t('books.state')}
        tabs={pushTabs.map((id) => ({ id, label: t(`books.tab.${id || 'ALL'}`), count: counts[id] }))}
        chosen={filters.state}
        onChoose={(state) => list.filter({ state })}
      />
      <ListTable
        list={list}
        label={t('page.quickbooksInvoices')}
        columns={columns(t, store)}
        empty={<EmptyState title={t('books.none')} text={t('books.none.text')} />}
        nothingFound={{ title: t('books.nothing'), text: t('books.nothing.text'), all: t('books.nothing.all') }}
      />
      {answer?.readOn != null && (
        <p className={css['quiet']}>{t('books.readOn', { date: formatDateTime(answer.readOn) })}</p>
      )}
    </Page>
  );
});

const columns = (t: ReturnType<typeof useTexts>, { retrying }: PushesStore): DataColumn<QuickbooksPush>[] => [
  { key: 'number', title: t('books.document'), rank: 'name', render: (push) => <PushNumber push={push} /> },
  {
    key: 'order',
    title: t('books.order'),
    render: ({ order, shipmentId, customer }) => (
      <span className={css['state']}>
        <Link to={`/order-details/${order.id}`}>
          <bdi>{order.title}</bdi>
        </Link>
        <PushOf shipmentId={shipmentId} />
        <bdi className={css['quiet']}>{customer}</bdi>
      </span>
    ),
  },
  { key: 'state', title: t('books.state'), render: (push) => <PushState push={push} /> },
  {
    key: 'total',
    title: t('books.total'),
    align: 'right',
    render: ({ total, tax }) => (
      <>
        {formatMoney(total.amount, total.currency, { exact: true })}
        {tax !== null && tax.amount > 0 && (
          <span className={css['more']}>
            {t('books.tax', { amount: formatMoney(tax.amount, tax.currency, { exact: true }) })}
          </span>
        )}
      </>
    ),
  },
  {
    key: 'sent',
    title: t('books.sent'),
    rank: 'extra',
    render: ({ sentOn }) => (sentOn === null ? '–' : formatDateTime(sentOn)),
  },
  {
    key: 'do',
    title: '',
    align: 'right',
    render: ({ id, state, order }) =>
      state === 'FAILED' && (
        <LightButton
          size="small"
          aria-label={t('books.retryOf', { name: order.title })}
          disabled={retrying.busy}
          onClick={() => void retrying.run([id])}
        >
          {t('books.retry')}
        </LightButton>
      ),
  },
];
