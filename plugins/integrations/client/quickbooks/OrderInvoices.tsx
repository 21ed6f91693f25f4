import { observer } from 'mobx-react-lite';
import { readQuickbooksOrder, type QuickbooksInvoice } from '@sinter/sdk/contract/integrations/quickbooksBooks';
import type { OrderTabProps } from '@sinter/sdk/contract/orders/orderTabs';
import { formatDate, formatMoney } from '@sinter/sdk/i18n';
import { Question } from '@sinter/sdk/state';
import { EmptyState, ErrorNotice, Link, Loading, Section, useStore, useTexts } from '@sinter/sdk/ui';
import { PushOf, PushState } from './PushState.tsx';
import css from './quickbooks.module.css';

/** The tab of an order for who looks after a facility's money: its invoices in Quickbooks, and what came in for them. */
export default function OrderInvoices({ order }: OrderTabProps) {
  return <Invoices key={order.id} id={order.id} />;
}

const Invoices = observer(function Invoices({ id }: { id: number }) {
  const t = useTexts();
  const store = useStore(
    (host) =>
      new Question<void, QuickbooksInvoice[]>(host, {
        ask: async (_asked, signal) =>
          (await host.api.call(readQuickbooksOrder, { params: { id } }, { signal })).invoices,
        failed: 'the invoices of an order could not be read',
      }),
  );
  const { answer, error, retry } = store;
  if (!answer) {
    return error === null ? <Loading /> : <ErrorNotice subject={t('order.invoices')} error={error} onRetry={retry} />;
  }
  if (answer.length === 0) return <EmptyState title={t('books.none')} text={t('books.none.text')} />;
  return (
    <>
      {answer.map((invoice) => (
        <Invoice key={invoice.id} invoice={invoice} />
      ))}
      <p>
        <Link to="/service-provider/settings/quickbooks/invoices">{t('page.quickbooksInvoices')}</Link>
      </p>
    </>
  );
});

function Invoice({ invoice }: { invoice: QuickbooksInvoice }) {
  const t = useTexts();
  const { kind, number, total, shipmentId, payments } = invoice;
  return (
    <Section title={number === null ? t(`books.kind.${kind}`) : `${t(`books.kind.${kind}`)} ${number}`}>
      <div className={css['state']}>
        <PushState push={invoice} />
        <strong>{formatMoney(total.amount, total.currency, { exact: true })}</strong>
        <PushOf shipmentId={shipmentId} />
        {invoice.url !== null && (
          <a href={invoice.url} target="_blank" rel="noreferrer">
            {t('books.openThere')}
          </a>
        )}
        {payments.map(({ id, amount, on }) => (
          <span key={id}>
            {t('books.payment', {
              amount: formatMoney(amount.amount, amount.currency, { exact: true }),
              date: formatDate(on),
            })}
          </span>
        ))}
      </div>
    </Section>
  );
}
