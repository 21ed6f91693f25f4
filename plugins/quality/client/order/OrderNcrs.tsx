import { lazy, Suspense } from 'react';
import { observer } from 'mobx-react-lite';
import type { OrderTabProps } from '@sinter/sdk/contract/orders/orderTabs';
import type { CustomerNcr } from '@sinter/sdk/contract/quality/orderNcrs';
import { formatDate, formatNumber } from '@sinter/sdk/i18n';
import { EmptyState, ErrorNotice, LightButton, Loading, Section, useStore, useTexts } from '@sinter/sdk/ui';
import { MarkedPhoto } from '../ncr/MarkedPhoto.tsx';
import { NcrStatusPill, RowStatePill } from '../ncr/words.tsx';
import { OrderNcrsStore } from './OrderNcrsStore.ts';
import css from '../ncr/ncr.module.css';

const Report = lazy(() => import('./Report.tsx'));
const Answer = lazy(() => import('./Answer.tsx'));

/** The tab of an order for its buyer: problems with parts, what is done about them, and what the buyer is asked. */
export default function OrderNcrs({ order }: OrderTabProps) {
  return <Problems key={order.id} id={order.id} />;
}

const Problems = observer(function Problems({ id }: { id: number }) {
  const t = useTexts();
  const store = useStore((host) => new OrderNcrsStore(host, id));
  const { answer, error, retry } = store.question;
  if (!answer) {
    return error === null ? <Loading /> : <ErrorNotice subject={t('order.ncrs')} error={error} onRetry={retry} />;
  }
  const report = answer.mayReport && (
    <LightButton onClick={() => store.report(true)}>{t('order.ncrs.report')}</LightButton>
  );
  return (
    <>
      {answer.ncrs.length === 0 ? (
        <EmptyState title={t('order.ncrs.none')} text={t('order.ncrs.noneText')} actions={report} />
      ) : (
        <>
          {report && <div>{report}</div>}
          {answer.ncrs.map((ncr) => (
            <Problem key={ncr.id} store={store} ncr={ncr} />
          ))}
        </>
      )}
      {answer.until !== null && (
        <p className={css['quiet']}>{t('order.ncrs.until', { date: formatDate(answer.until) })}</p>
      )}
      <Suspense fallback={null}>
        {store.reporting && <Report store={store} />}
        {store.answering && <Answer store={store} answering={store.answering} />}
      </Suspense>
    </>
  );
});

const Problem = observer(function Problem({ store, ncr }: { store: OrderNcrsStore; ncr: CustomerNcr }) {
  const t = useTexts();
  const facts = (['characteristic', 'requirement', 'measured'] as const).filter((name) => ncr[name] !== '');
  return (
    <Section title={`${ncr.number} ${ncr.title}`} actions={<NcrStatusPill status={ncr.status} />}>
      <p className={css['quiet']}>
        <bdi>{ncr.part}</bdi> ·{' '}
        {t('ncr.pieces', { count: ncr.affectedQuantity, pieces: formatNumber(ncr.affectedQuantity) })} ·{' '}
        {t(ncr.reported ? 'order.ncrs.reportedOn' : 'order.ncrs.toldOn', { date: formatDate(ncr.createdAt) })}
      </p>
      {ncr.text !== '' && (
        <p dir="auto" className={css['text']}>
          {ncr.text}
        </p>
      )}
      {facts.length > 0 && (
        <dl className={css['facts']}>
          {facts.map((name) => (
            <div key={name}>
              <dt>{t(`ncr.${name}`)}</dt>
              <dd>
                <bdi>{ncr[name]}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {ncr.photos.length > 0 && (
        <ul className={css['photos']}>
          {ncr.photos.map(({ id, file, caption, marks }) => (
            <li key={id}>
              <MarkedPhoto file={file} caption={caption} marks={marks} />
            </li>
          ))}
        </ul>
      )}
      <ul className={css['rows']}>
        {ncr.rows.map(({ id, quantity, disposition, state, reason, answer, mayAnswer }) => (
          <li key={id}>
            <span className={css['rowHead']}>
              <strong>{t('ncr.pieces', { count: quantity, pieces: formatNumber(quantity) })}</strong>
              <span>{t(`ncr.disposition.${disposition}`)}</span>
              <RowStatePill state={state} />
            </span>
            {reason !== '' && <q dir="auto">{reason}</q>}
            {answer && (
              <span className={css['quiet']}>
                {t(answer.accepts ? 'order.ncrs.accepted' : 'order.ncrs.refused', { name: answer.by })}
              </span>
            )}
            {mayAnswer && (
              <span className={css['rowHead']}>
                {t('order.ncrs.asked')}
                <LightButton kind="primary" onClick={() => store.ask({ ncrId: ncr.id, rowId: id, accepts: true })}>
                  {t('order.ncrs.accept')}
                </LightButton>
                <LightButton onClick={() => store.ask({ ncrId: ncr.id, rowId: id, accepts: false })}>
                  {t('order.ncrs.refuse')}
                </LightButton>
              </span>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
});
